package dev.parley.runner.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.api.Verdict;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line of a history file: a record as a JSON object without a line break in it.
 *
 * <p>Keys stand in one order, maps are sorted, percentages have two decimals: the same record gives
 * the same bytes on every machine, so that merging two branches meets equal lines where nothing
 * differs. What depends on the machine stands apart under {@code machineDependent}, where nobody
 * takes it for something to be compared.
 */
final class HistoryLine {
  /** Raised whenever a key is renamed, removed or changes its meaning; keys may be added. */
  static final int FORMAT = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private HistoryLine() {}

  /** Why a line says nothing to this version of Parley. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean newer;

    Unreadable(String message, boolean newer) {
      super(message);
      this.newer = newer;
    }

    /** Whether a newer version of Parley wrote it. */
    boolean newer() {
      return newer;
    }
  }

  static String text(HistoryRecord record) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("format", FORMAT);
    line.put("commit", record.commit());
    line.put("recordedAt", record.recordedAt());
    line.put("module", record.subject().module());
    line.put("protocol", record.subject().protocol());
    line.put("instance", record.subject().instance());
    line.put("fingerprint", record.fingerprint());
    line.put("verdict", record.verdict().name());
    line.put("accepted", record.accepted());
    line.put("mode", record.search().mode());
    line.put("search", record.search().text());
    ObjectNode options = line.putObject("options");
    record.search().options().forEach(options::put);
    line.put("states", record.counts().states().orElse(null));
    ObjectNode states = line.putObject("comparedStates");
    record.counts().comparedStates().forEach(states::put);
    ObjectNode reductions = line.putObject("reductions");
    record
        .counts()
        .reductions()
        .forEach((mode, percent) -> reductions.set(mode, twoDecimals(percent)));
    ObjectNode compared = line.putObject("comparedOptions");
    record.counts().comparedOptions().forEach(compared::put);
    ObjectNode machine = line.putObject("machineDependent");
    machine.put("millis", record.speed().millis());
    machine.put("statesPerSecond", record.speed().statesPerSecond());
    line.put("parley", record.search().parley());
    record.baseline().ifPresent(b -> line.set("baseline", baseline(b)));
    try {
      return MAPPER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static ObjectNode baseline(HistoryRecord.Baseline baseline) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("identity", baseline.identity());
    node.put("searches", baseline.searches());
    return node;
  }

  private static Optional<HistoryRecord.Baseline> baseline(JsonNode node) throws Unreadable {
    return node.isMissingNode()
        ? Optional.empty()
        : Optional.of(new HistoryRecord.Baseline(text(node, "identity"), text(node, "searches")));
  }

  private static DecimalNode twoDecimals(double percent) {
    return DecimalNode.valueOf(BigDecimal.valueOf(percent).setScale(2, RoundingMode.HALF_UP));
  }

  static HistoryRecord read(String text) throws Unreadable {
    JsonNode line;
    try {
      line = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new Unreadable(
          text.matches("(<{7}|={7}|>{7}|\\|{7})( .*)?")
              ? "is the mark of a merge conflict"
              : "is not a JSON object",
          false);
    }
    if (line == null || !line.isObject()) {
      throw new Unreadable("is not a JSON object", false);
    }
    requireFormat(line.path("format"));
    return new HistoryRecord(
        text(line, "commit"),
        time(line),
        new HistoryRecord.Subject(
            text(line, "module"), text(line, "protocol"), text(line, "instance")),
        text(line, "fingerprint"),
        verdict(line),
        truth(line, "accepted"),
        new HistoryRecord.Search(
            text(line, "mode"),
            text(line, "search"),
            texts(line.path("options"), "options"),
            text(line, "parley")),
        new HistoryRecord.Counts(
            line.path("states").isNull() ? Optional.empty() : Optional.of(count(line, "states")),
            counts(line.path("comparedStates")),
            percentages(line.path("reductions")),
            texts(line.path("comparedOptions"), "comparedOptions")),
        new HistoryRecord.Speed(
            count(line.path("machineDependent"), "millis"),
            count(line.path("machineDependent"), "statesPerSecond")),
        baseline(line.path("baseline")));
  }

  /** Texts by name; what earlier versions did not write is empty. */
  private static SortedMap<String, String> texts(JsonNode node, String key) throws Unreadable {
    require(node.isObject() || node.isMissingNode(), key, "an object");
    SortedMap<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      require(field.getValue().isTextual(), key, "texts");
      texts.put(field.getKey(), field.getValue().textValue());
    }
    return texts;
  }

  private static void requireFormat(JsonNode format) throws Unreadable {
    if (!format.isInt()) {
      throw new Unreadable("does not say which format it has", false);
    }
    if (format.intValue() > FORMAT) {
      throw new Unreadable(
          "has format " + format + " of a newer Parley, and this one knows formats up to " + FORMAT,
          true);
    }
    if (format.intValue() < FORMAT) {
      throw new Unreadable(
          "has format " + format + ", which is older than any this Parley reads", false);
    }
  }

  private static String text(JsonNode line, String key) throws Unreadable {
    require(line.path(key).isTextual(), key, "a text");
    return line.get(key).textValue();
  }

  private static String time(JsonNode line) throws Unreadable {
    String text = text(line, "recordedAt");
    try {
      Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new Unreadable("has no time as 'recordedAt': " + text, false);
    }
    return text;
  }

  private static Verdict verdict(JsonNode line) throws Unreadable {
    String name = text(line, "verdict");
    for (Verdict verdict : Verdict.values()) {
      if (verdict.name().equals(name)) {
        return verdict;
      }
    }
    throw new Unreadable("has the unknown verdict " + name, false);
  }

  private static boolean truth(JsonNode line, String key) throws Unreadable {
    require(line.path(key).isBoolean(), key, "true or false");
    return line.get(key).booleanValue();
  }

  private static long count(JsonNode line, String key) throws Unreadable {
    JsonNode value = line.path(key);
    require(
        value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0,
        key,
        "a count");
    return value.longValue();
  }

  private static SortedMap<String, Long> counts(JsonNode object) throws Unreadable {
    require(object.isObject(), "comparedStates", "an object");
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      counts.put(entry.getKey(), count(object, entry.getKey()));
    }
    return counts;
  }

  private static SortedMap<String, Double> percentages(JsonNode object) throws Unreadable {
    require(object.isObject(), "reductions", "an object");
    SortedMap<String, Double> percentages = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      require(entry.getValue().isNumber(), "reductions", "percentages");
      percentages.put(entry.getKey(), entry.getValue().doubleValue());
    }
    return percentages;
  }

  private static void require(boolean condition, String key, String expected) throws Unreadable {
    if (!condition) {
      throw new Unreadable("does not have " + expected + " under '" + key + "'", false);
    }
  }
}
