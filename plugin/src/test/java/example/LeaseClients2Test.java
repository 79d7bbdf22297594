package example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.engine.Scenario;
import dev.parley.engine.result.ReplayOutcome;
import org.junit.jupiter.api.Test;

/**
 * lease / clients(2): exclusive does not hold after these steps.
 *
 * <p>Needs dev.parley:parley-checker-engine and JUnit as test dependencies. Once the protocol is
 * mended, these steps are not possible any more or do no harm: then turn the assertions round, and
 * the test keeps the mistake from coming back.
 */
class LeaseClients2Test {
  @Test
  void exclusiveIsViolated() {
    Scenario scenario = Scenario.of("example.Lease", "clients(2)");
    // 1. Lease.java:24
    scenario.step("Client1", "Client.ask");
    // 2. Lease.java:24
    scenario.step("Client2", "Client.ask");
    // 3. Lease.java:38
    scenario.step("Server1", "Server.acquire").takes("Client1", "Acquire[]");
    // 4. Lease.java:29
    scenario.step("Client1", "Client.granted").takes("Server1", "Granted[]");
    // 5. Lease.java:44
    scenario.step("Server1", "Server.expire");
    // 6. Lease.java:38
    scenario.step("Server1", "Server.acquire").takes("Client2", "Acquire[]");
    // 7. Lease.java:29
    scenario.step("Client2", "Client.granted").takes("Server1", "Granted[]");

    ReplayOutcome outcome = scenario.replay();

    assertTrue(outcome.reproduced(), outcome.message());
    assertTrue(outcome.message().contains("exclusive"), outcome.message());
  }
}
