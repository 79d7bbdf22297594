package dev.parley.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every mistake is reported at its place, with its cause and remedy. */
class ModelLoaderMistakesTest {
  record Msg() {}

  static final class Quiet extends Node {}

  // Protocols ----------------------------------------------------------------------------------

  static final class Unmarked {}

  @Test
  void classWithoutAnnotation() {
    assertProtocol(Unmarked.class, "Unmarked", "not a protocol", "@Protocol");
  }

  static final class ForgottenMark {
    @Invariant
    static boolean holds(World w) {
      return true;
    }
  }

  @Test
  void partsOfAProtocolInAClassThatIsNone() {
    assertProtocol(
        ForgottenMark.class, "ForgottenMark", "@Invariant", "holds", "no effect", "@Protocol");
  }

  interface Claims {
    @Invariant
    static boolean holds(World w) {
      return false;
    }
  }

  interface MoreClaims extends Claims {}

  static class Claiming implements MoreClaims {}

  @Protocol
  static final class Claimed extends Claiming {
    @Instance
    static void one(Topology t) {
      t.add(new Quiet());
    }
  }

  @Test
  void propertyInAnInterface() {
    assertProtocol(
        Claimed.class, "Claims.holds", "@Invariant", "interface", "annotation off", "Claimed");
  }

  @Protocol
  static final class Empty {}

  @Test
  void protocolWithoutInstances() {
    assertProtocol(Empty.class, "Empty", "no instances", "@Instance");
  }

  @Protocol
  static final class UnstaticInstance {
    @Instance
    void one(Topology t) {}
  }

  @Test
  void instanceMethodThatIsNotStatic() {
    assertProtocol(UnstaticInstance.class, "UnstaticInstance.one", "@Instance", "make it static");
  }

  @Protocol
  static final class CountingInstance {
    @Instance
    static int one(Topology t) {
      return 1;
    }
  }

  @Test
  void instanceMethodThatReturnsSomethingElse() {
    assertProtocol(CountingInstance.class, "CountingInstance.one", "returns nothing", "int");
  }

  @Protocol
  static final class NoTopology {
    @Instance
    static void one() {}
  }

  @Protocol
  static final class LongParameter {
    @Instance(with = 1)
    static void one(Topology t, long nodes) {}
  }

  @Test
  void instanceMethodWithWrongParameters() {
    assertProtocol(NoTopology.class, "NoTopology.one", "takes a Topology", "then only ints");
    assertProtocol(LongParameter.class, "LongParameter.one", "takes a Topology", "then only ints");
  }

  @Protocol
  static final class WrongCount {
    @Instance(with = {1, 2})
    static void one(Topology t, int nodes) {}
  }

  @Test
  void instanceWithMoreValuesThanParameters() {
    assertProtocol(WrongCount.class, "WrongCount.one", "1 int parameter", "[1, 2]", "2 value");
  }

  @Protocol
  static final class SameName {
    @Instance(name = "two")
    static void one(Topology t) {}

    @Instance
    static void two(Topology t) {}
  }

  @Protocol
  static final class SameSize {
    @Instance(with = 1)
    @Instance(with = 1)
    static void one(Topology t, int n) {}
  }

  @Test
  void instancesOfOneName() {
    assertProtocol(SameName.class, "SameName.two", "two is taken", "SameName.one", "name =");
    assertProtocol(SameSize.class, "SameSize.one", "one(1) is taken", "SameSize.one");
  }

  @Protocol(budget = @Budget(time = "5 minutes"))
  static final class BadTime {
    @Instance
    static void one(Topology t) {}
  }

  @Protocol
  static final class BadMemory {
    @Instance(budget = @Budget(memory = "lots"))
    static void one(Topology t) {}
  }

  @Protocol
  static final class NegativeStates {
    @Instance(budget = @Budget(states = -1))
    static void one(Topology t) {}
  }

  @Test
  void budgetsThatCannotBeRead() {
    assertProtocol(BadTime.class, "BadTime", "@Protocol", "'5 minutes'", "500ms, 30s, 5m or 2h");
    assertProtocol(BadMemory.class, "BadMemory.one", "@Instance", "'lots'", "64k, 512m, 4g");
    assertProtocol(NegativeStates.class, "NegativeStates.one", "states must be positive", "-1");
  }

  @Protocol
  static final class ViolatesNothing {
    @Instance(expect = Verdict.VIOLATED, violates = "agreemnt")
    static void one(Topology t) {}

    @Invariant
    static boolean agreement(World w) {
      return true;
    }
  }

  @Protocol
  static final class ViolatesUnexpectedly {
    @Instance(violates = "agreement")
    static void one(Topology t) {}

    @Invariant
    static boolean agreement(World w) {
      return true;
    }
  }

  @Test
  void expectedPropertyThatDoesNotExist() {
    assertProtocol(
        ViolatesNothing.class, "ViolatesNothing.one", "agreemnt", "Did you mean agreement?");
  }

  @Test
  void expectedPropertyOfAnInstanceExpectedToHold() {
    assertProtocol(
        ViolatesUnexpectedly.class,
        "ViolatesUnexpectedly.one",
        "violates = \"agreement\"",
        "expected to be VERIFIED",
        "expect = VIOLATED");
  }

  @Protocol
  static final class UnstaticProperty {
    @Invariant
    boolean holds(World w) {
      return true;
    }
  }

  @Protocol
  static final class BoxedProperty {
    @Terminal
    static Boolean holds(World w) {
      return true;
    }
  }

  @Protocol
  static final class BareProperty {
    @Invariant
    static boolean holds() {
      return true;
    }
  }

  @Protocol
  static final class TwofoldProperty {
    @Invariant
    @Terminal
    static boolean holds(World w) {
      return true;
    }
  }

  @Protocol
  static final class ReservedProperty {
    @Invariant
    static boolean exception(World w) {
      return true;
    }
  }

  @Test
  void propertiesOfTheWrongForm() {
    assertProtocol(
        UnstaticProperty.class, "UnstaticProperty.holds", "@Invariant", "make it static");
    assertProtocol(BoxedProperty.class, "BoxedProperty.holds", "returns boolean", "Boolean");
    assertProtocol(BareProperty.class, "BareProperty.holds", "static boolean holds(World w)");
    assertProtocol(
        TwofoldProperty.class, "TwofoldProperty.holds", "one kind", "@Invariant and @Terminal");
    assertProtocol(ReservedProperty.class, "ReservedProperty.exception", "another name");
  }

  static class Parent {
    @Invariant
    static boolean forgotten(World w) {
      return true;
    }
  }

  @Protocol
  static final class Child extends Parent {
    @Instance
    static void one(Topology t) {}
  }

  @Protocol
  static final class Acting {
    @Step
    void act() {}
  }

  @Test
  void annotationsWhereTheyHaveNoEffect() {
    assertProtocol(Child.class, "Parent.forgotten", "@Invariant", "superclass", "Child");
    assertProtocol(Acting.class, "Acting.act", "@Step has no effect", "extends Node");
  }

  // Instances ----------------------------------------------------------------------------------

  static final class Failing extends Node {
    Failing() {
      throw new UnsupportedOperationException("not today");
    }
  }

  static final class Early extends Node {
    final NodeId me = self();
  }

  static final class Uninitialised extends Node {
    static final int BROKEN = Integer.parseInt("x");
    int value = BROKEN;
  }

  @Protocol
  static final class Layouts {
    @Instance
    static void deserted(Topology t) {}

    @Instance
    static Topology replaced(Topology t) {
      return new Topology().add(new Quiet());
    }

    @Instance
    static void failing(Topology t) {
      t.add(1, i -> new Failing());
    }

    @Instance
    static void early(Topology t) {
      t.add(new Early());
    }

    @Instance
    static void uninitialised(Topology t) {
      t.add(new Uninitialised());
    }

    @Instance
    static void twice(Topology t) {
      Quiet node = new Quiet();
      t.add(node).add(node);
    }
  }

  @Test
  void instanceWithoutNodes() {
    assertLoad("deserted", "Layouts.deserted", "no nodes", "deserted");
  }

  @Test
  void instanceThatReturnsAnotherTopology() {
    assertLoad("replaced", "Layouts.replaced", "another topology");
  }

  @Test
  void constructorThatThrows() {
    ProtocolException mistake =
        assertLoad(
            "failing",
            "Failing.<init>(ModelLoaderMistakesTest.java:" + lineOfFailure() + ")",
            "failing",
            "Layouts.failing",
            "UnsupportedOperationException: not today");
    assertThat(mistake).hasCauseInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void constructorThatUsesWhatOnlyStepsHave() {
    assertThat(mistakeOf(() -> ModelLoader.load(Layouts.class, "early")).place())
        .startsWith(Early.class.getName() + ".<init>(ModelLoaderMistakesTest.java:");
  }

  @Test
  void nodeClassWhoseInitialiserThrows() {
    ProtocolException mistake = mistakeOf(() -> ModelLoader.load(Layouts.class, "uninitialised"));
    assertThat(mistake.place()).startsWith(Uninitialised.class.getName() + ".<clinit>(");
    assertThat(mistake)
        .hasMessageContaining("static initialiser failed")
        .hasMessageContaining("NumberFormatException");
  }

  @Test
  void nodeAddedTwiceIsBlamedOnTheInstanceMethod() {
    assertThat(mistakeOf(() -> ModelLoader.load(Layouts.class, "twice")).place())
        .startsWith(Layouts.class.getName() + ".twice(ModelLoaderMistakesTest.java:");
  }

  @Test
  void unknownInstance() {
    assertLoad("twise", "Layouts", "no instance twise", "Did you mean twice?");
    assertLoad("qqqqqqq", "Layouts", "There are: deserted, early");
  }

  private static int lineOfFailure() {
    try {
      new Failing();
      throw new AssertionError("Failing did not fail");
    } catch (UnsupportedOperationException e) {
      return e.getStackTrace()[0].getLineNumber();
    }
  }

  // Handlers -----------------------------------------------------------------------------------

  abstract static class AbstractNode extends Node {}

  @Test
  void abstractNodeClass() {
    assertNode(AbstractNode.class, "AbstractNode", "abstract");
  }

  static final class StaticHandler extends Node {
    @Receive
    static void on(Msg m) {}
  }

  static final class ReturningHandler extends Node {
    @Receive
    int on(Msg m) {
      return 1;
    }
  }

  static final class BareHandler extends Node {
    @Receive
    void on() {}
  }

  static final class WideHandler extends Node {
    @Receive
    void on(Msg m, String from) {}
  }

  static final class QuorumWithSender extends Node {
    @Receive(quorum = "1")
    void on(Quorum<Msg> q, NodeId from) {}
  }

  static final class StepWithMessage extends Node {
    @Step
    void on(Msg m) {}
  }

  static final class BothKinds extends Node {
    @Step
    @Receive
    void on(Msg m) {}
  }

  static final class Judging extends Node {
    @Invariant
    static boolean holds(World w) {
      return true;
    }
  }

  @Test
  void handlersOfTheWrongForm() {
    assertNode(StaticHandler.class, "StaticHandler.on", "cannot be static");
    assertNode(ReturningHandler.class, "ReturningHandler.on", "returns int", "void");
    assertNode(BareHandler.class, "BareHandler.on", "(Message, NodeId)", "not ()");
    assertNode(WideHandler.class, "WideHandler.on", "(Message, NodeId)", "not (Msg, String)");
    assertNode(
        QuorumWithSender.class, "QuorumWithSender.on", "(Quorum<Msg>, NodeId)", "in the Quorum");
    assertNode(StepWithMessage.class, "StepWithMessage.on", "no parameters", "@Receive");
    assertNode(BothKinds.class, "BothKinds.on", "@Step", "@Receive", "remove one");
    assertNode(Judging.class, "Judging.holds", "@Invariant has no effect", "@Protocol");
  }

  static final class RawQuorum extends Node {
    @Receive(quorum = "1")
    void on(@SuppressWarnings("rawtypes") Quorum q) {}
  }

  static final class Sizeless extends Node {
    @Receive
    void on(Quorum<Msg> q) {}
  }

  static final class SizeOfOne extends Node {
    @Receive(quorum = "2")
    void on(Msg m) {}
  }

  static final class MoreThanNothing extends Node {
    @Receive(orMore = true)
    void on(Msg m) {}
  }

  static final class ZeroQuorum extends Node {
    @Receive(quorum = "0")
    void on(Quorum<Msg> q) {}
  }

  static final class NegativeQuorum extends Node {
    @Receive(quorum = "-2")
    void on(Quorum<Msg> q) {}
  }

  static final class UnknownQuorum extends Node {
    @Receive(quorum = "majorty")
    void on(Quorum<Msg> q) {}

    int majority() {
      return 2;
    }

    boolean majorities() {
      return true;
    }
  }

  static final class BooleanQuorum extends Node {
    @Receive(quorum = "size")
    void on(Quorum<Msg> q) {}

    boolean size() {
      return true;
    }
  }

  @Test
  void quorumsThatDoNotFit() {
    assertNode(RawQuorum.class, "RawQuorum.on", "type argument", "Quorum<Message>");
    assertNode(Sizeless.class, "Sizeless.on", "how many", "quorum = \"2\"");
    assertNode(SizeOfOne.class, "SizeOfOne.on", "quorum = \"2\"", "Quorum<Msg>", "(Msg)");
    assertNode(MoreThanNothing.class, "MoreThanNothing.on", "orMore", "no quorum");
    assertNode(ZeroQuorum.class, "ZeroQuorum.on", "at least one", "\"0\"");
    assertNode(NegativeQuorum.class, "NegativeQuorum.on", "at least one", "\"-2\"");
    assertNode(UnknownQuorum.class, "UnknownQuorum.on", "\"majorty\"", "Did you mean majority?");
    assertNode(BooleanQuorum.class, "BooleanQuorum.on", "another form", "int size()");
  }

  static final class UnknownGuard extends Node {
    @Step(when = "waitin")
    void act() {}

    boolean waiting() {
      return true;
    }
  }

  static final class GuardlessNode extends Node {
    @Step(when = "waiting")
    void act() {}
  }

  static final class NumericGuard extends Node {
    @Receive(when = "waiting")
    void on(Msg m, NodeId from) {}

    int waiting() {
      return 1;
    }
  }

  static final class OtherGuard extends Node {
    @Receive(quorum = "1", when = "enough")
    void on(Quorum<Msg> q) {}

    boolean enough(Quorum<String> q) {
      return true;
    }
  }

  static final class TwoGuards extends Node {
    @Receive(when = "ready")
    void on(Msg m) {}

    boolean ready() {
      return true;
    }

    boolean ready(Msg m) {
      return true;
    }
  }

  @Test
  void guardsThatDoNotFit() {
    assertNode(UnknownGuard.class, "UnknownGuard.act", "\"waitin\"", "Did you mean waiting?");
    assertNode(GuardlessNode.class, "GuardlessNode.act", "does not have", "none to choose from");
    assertNode(
        NumericGuard.class,
        "NumericGuard.on",
        "another form",
        "boolean waiting() or boolean waiting(Msg, NodeId)");
    assertNode(OtherGuard.class, "OtherGuard.on", "boolean enough(Quorum<Msg>)");
    assertNode(TwoGuards.class, "TwoGuards.on", "fits several", "keep one");
  }

  // --------------------------------------------------------------------------------------------

  private static void assertProtocol(Class<?> protocol, String place, String... words) {
    assertMistake(mistakeOf(() -> ModelLoader.describe(protocol)), place, words);
  }

  private static ProtocolException assertLoad(String instance, String place, String... words) {
    ProtocolException mistake = mistakeOf(() -> ModelLoader.load(Layouts.class, instance));
    assertMistake(mistake, place, words);
    return mistake;
  }

  private static void assertNode(Class<? extends Node> type, String place, String... words) {
    assertMistake(mistakeOf(() -> ModelLoader.nodeType(type)), place, words);
  }

  private static ProtocolException mistakeOf(ThrowingCallable code) {
    return catchThrowableOfType(ProtocolException.class, code);
  }

  private static void assertMistake(ProtocolException mistake, String place, String... words) {
    assertThat(mistake).as("a mistake at " + place).isNotNull();
    assertThat(mistake.place()).isEqualTo(ModelLoaderMistakesTest.class.getName() + "$" + place);
    assertThat(mistake.getMessage()).contains(words);
  }
}
