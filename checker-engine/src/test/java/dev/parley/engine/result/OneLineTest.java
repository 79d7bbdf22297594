package dev.parley.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.fork.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void aNameCannotBeginALineOfItsOwn() {
    assertThat(new Target("x\n[INFO] BUILD SUCCESS", "X", "i\r\u001b[2K\u2028\ud800", List.of()))
        .hasToString("x\\n[INFO] BUILD SUCCESS / i\\r\\u001b[2K\\u2028\\ud800");
  }

  @Test
  void ordinaryTextIsLeftAsItIs() {
    assertThat(OneLine.of("\tpaxos / ä \ud83d\ude00")).isEqualTo("\tpaxos / ä \ud83d\ude00");
  }
}
