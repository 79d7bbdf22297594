package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.ModeResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What an instance takes without reductions.
 *
 * @param searches the stateful search and the DBSS, and maybe the search of the check, measured in
 *     the same process
 * @param measured when and of what commit
 */
record Baseline(List<ModeResult> searches, EarlierCheck measured) {
  /** The modes without reductions. */
  static final List<String> PLAIN = List.of(SearchMode.STATEFUL.name(), SearchMode.DBSS.name());

  Baseline {
    searches = List.copyOf(searches);
    List<String> modes = searches.stream().map(ModeResult::mode).toList();
    if (modes.size() > PLAIN.size() + 1
        || !modes.subList(0, Math.min(PLAIN.size(), modes.size())).equals(PLAIN)) {
      throw new IllegalArgumentException("these are no searches without reductions: " + modes);
    }
  }

  /** The searches without reductions. */
  List<ModeResult> plain() {
    return searches.subList(0, PLAIN.size());
  }

  /**
   * The search of a check as it is compared with these. Its time is the one that was measured along
   * with them, if it was: the check itself has to load classes, compile them and do much besides.
   */
  ModeResult compared(ModeResult own) {
    return searches.stream()
        .filter(search -> search.mode().equals(own.mode()) && !PLAIN.contains(own.mode()))
        .filter(search -> search.verdict() == own.verdict())
        .filter(search -> search.figures().states() == own.figures().states())
        .filter(search -> search.figures().transitions() == own.figures().transitions())
        .map(
            search ->
                new ModeResult(
                    own.mode(),
                    own.search(),
                    own.verdict(),
                    own.exhausted(),
                    own.figures(),
                    search.medianMillis(),
                    search.millis(),
                    List.of()))
        .findFirst()
        .orElse(own);
  }

  ObjectNode json() {
    ObjectNode json = RecordJson.object(measured);
    ArrayNode all = json.putArray("searches");
    searches.forEach(search -> all.add(RecordJson.object(search)));
    return json;
  }

  /**
   * Reads what {@link #json} has written.
   *
   * @throws IOException if it is something else
   */
  static Baseline of(JsonNode json) throws IOException {
    List<ModeResult> searches = new ArrayList<>();
    for (JsonNode search : json.path("searches")) {
      searches.add(RecordJson.read(search, ModeResult.class));
    }
    try {
      return new Baseline(searches, RecordJson.read(json, EarlierCheck.class));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
