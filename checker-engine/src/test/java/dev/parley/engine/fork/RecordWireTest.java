package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.RunReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordWireTest {
  sealed interface Shape permits Circle, Square {}

  record Circle(double radius) implements Shape {}

  record Square(int side) implements Shape {}

  record Everything(
      byte b,
      short s,
      int i,
      long l,
      float f,
      double d,
      char c,
      boolean z,
      Long boxed,
      Duration duration,
      Thread.State constant,
      Map<String, List<Integer>> map,
      Optional<Optional<String>> nested,
      Shape shape) {}

  record Text(String text) {}

  record Renamed(String words) {}

  record Holder(Object anything) {}

  static List<Event> events() {
    return List.of(
        new Event.Connected("17.0.1"),
        new Event.InstanceStarted(Samples.TARGET),
        new Event.InstanceLoaded(
            Samples.DESCRIPTION, Samples.BUDGET, Samples.violated().properties()),
        new Event.InstanceDeclared(Samples.DESCRIPTION, Samples.BUDGET),
        new Event.Found(Samples.violated()),
        new Event.Progressed(
            new Progress(Progress.Phase.TELLING, 1, 2, 3, 4, 5, 6, Samples.BUDGET)),
        new Event.InstanceFinished(Samples.violated()),
        new Event.InstanceFinished(Samples.error()),
        new Event.RunFinished(),
        new Event.Output("a line"),
        new Event.Stepped(Samples.TRACE.steps().get(0)),
        new Event.ModeStarted("dbss", 2),
        new Event.ComparisonFinished(Samples.compared()),
        new Event.ReplayFinished(new ReplayOutcome(true, "reproduced")),
        new Event.ReplayFailed(new Mistake("a.B.c", "wrong", "", Optional.empty())),
        new Event.Located("a.B.c", "\tat a.B.c"));
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyEventWithEveryResultRecordComesBackEqual(Event event) throws IOException {
    assertThat(roundTrip(Event.class, event)).isEqualTo(event);
  }

  @Test
  void aLongTextIsWrittenOnceHoweverOftenItIsTold() throws IOException {
    String narrow = "é".repeat(100_000);
    String wide = "\ud800x".repeat(100_000);
    Pages once = new Pages(List.of(narrow, wide));
    Pages often = new Pages(List.of(narrow, wide, narrow, new String(wide), narrow, wide));
    assertThat(roundTrip(Pages.class, often)).isEqualTo(often);
    assertThat(bytes(Pages.class, often).length).isEqualTo(bytes(Pages.class, once).length + 4 * 5);
  }

  record Pages(List<String> pages) {}

  private static <T> byte[] bytes(Class<T> type, T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordWire.write(new DataOutputStream(bytes), type, value);
    return bytes.toByteArray();
  }

  @Test
  void everyKindOfEventIsCovered() {
    assertThat(events())
        .extracting(Object::getClass)
        .extracting(Class::getSimpleName)
        .containsAll(
            Arrays.stream(Event.class.getPermittedSubclasses()).map(Class::getSimpleName).toList());
  }

  @Test
  void requestsComeBackEqual() throws IOException {
    Request check =
        new CheckRequest(
            List.of(Samples.TARGET),
            List.of("target/classes"),
            Samples.BUDGET,
            Budget.UNBOUNDED,
            SearchOptions.DEFAULT.withOrder(ExplorationOptions.Order.DEPTH_FIRST),
            Duration.ofMillis(1500));
    Request compare =
        new CompareRequest(
            List.of(Samples.TARGET),
            List.of("target/classes"),
            Samples.BUDGET,
            Budget.UNBOUNDED,
            SearchMode.ALL,
            3,
            Duration.ofMillis(1500));
    assertThat(roundTrip(Request.class, compare)).isEqualTo(compare);
    Request replay = new ReplayRequest(Samples.TARGET, List.of("a.jar"), Samples.TRACE);
    assertThat(roundTrip(Request.class, check)).isEqualTo(check);
    assertThat(roundTrip(Request.class, replay)).isEqualTo(replay);
    assertThat(roundTrip(Request.class, new Request.WhereAreYou()))
        .isEqualTo(new Request.WhereAreYou());
  }

  @Test
  void aWholeReportComesBackEqual() throws IOException {
    RunReport report =
        new RunReport("t", "1", "17", "2026-01-01T00:00:00Z", List.of(Samples.violated()));
    assertThat(roundTrip(RunReport.class, report)).isEqualTo(report);
  }

  @Test
  void everySupportedTypeComesBackEqual() throws IOException {
    Everything value =
        new Everything(
            Byte.MIN_VALUE,
            Short.MAX_VALUE,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            Float.MIN_VALUE,
            Double.NaN,
            '\uffff',
            true,
            -1L,
            Duration.ofSeconds(-5, 7),
            Thread.State.BLOCKED,
            Map.of("a", List.of(1, 2), "b", List.of()),
            Optional.of(Optional.empty()),
            new Square(3));
    assertThat(roundTrip(Everything.class, value)).isEqualTo(value);
  }

  @Test
  void textOfAnyLengthAndContentComesBackEqual() throws IOException {
    String loneSurrogate = "\ud800 and \udfff";
    String large = "\u00e4\u4e16\ud83d\ude00".repeat(100_000);
    for (String text : List.of("", "\u0000\n", loneSurrogate, large)) {
      assertThat(roundTrip(Text.class, new Text(text)).text()).isEqualTo(text);
    }
  }

  @Test
  void nullIsRefusedByTheNameOfItsComponent() {
    assertThatThrownBy(() -> roundTrip(Text.class, new Text(null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Text.text is null");
  }

  @Test
  void otherTypesAreRefusedByName() {
    assertThatThrownBy(() -> roundTrip(Holder.class, new Holder("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Object cannot cross the process boundary");
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    byte[] bytes = write(Text.class, new Text("x"));
    bytes[3]++;
    assertThatThrownBy(() -> read(Text.class, bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("different versions of Parley");
  }

  @Test
  void anotherShapeIsRefused() throws IOException {
    byte[] bytes = write(Text.class, new Text("x"));
    assertThatThrownBy(() -> read(Renamed.class, bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Renamed has another shape at the other end");
  }

  @Test
  void aTruncatedStreamIsRefused() throws IOException {
    byte[] bytes = write(Event.class, new Event.InstanceFinished(Samples.violated()));
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(Event.class, part)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void aCorruptStreamIsAnIoExceptionAndNothingElse() throws IOException {
    byte[] bytes = write(Event.class, new Event.InstanceFinished(Samples.violated()));
    Random random = new Random(42);
    for (int round = 0; round < 2_000; round++) {
      byte[] corrupt = bytes.clone();
      int at = 8 + random.nextInt(bytes.length - 8);
      corrupt[at] ^= (byte) (1 << random.nextInt(7));
      assertThat(catchThrowable(() -> read(Event.class, corrupt)))
          .satisfiesAnyOf(
              nothing -> assertThat(nothing).isNull(),
              thrown -> assertThat(thrown).isInstanceOf(IOException.class));
    }
  }

  private static <T> T roundTrip(Class<T> type, T value) throws IOException {
    return read(type, write(type, value));
  }

  private static <T> byte[] write(Class<T> type, T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordWire.write(new DataOutputStream(bytes), type, value);
    return bytes.toByteArray();
  }

  private static <T> T read(Class<T> type, byte[] bytes) throws IOException {
    return RecordWire.read(new DataInputStream(new ByteArrayInputStream(bytes)), type);
  }
}
