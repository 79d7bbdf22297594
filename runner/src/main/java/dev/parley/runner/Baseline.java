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
 * @param searches the stateful search and the DBSS
 * @param measured when and of what commit
 */
record Baseline(List<ModeResult> searches, EarlierCheck measured) {
  Baseline {
    searches = List.copyOf(searches);
    List<String> modes = searches.stream().map(ModeResult::mode).toList();
    if (!modes.equals(List.of(SearchMode.STATEFUL.name(), SearchMode.DBSS.name()))) {
      throw new IllegalArgumentException("these are no searches without reductions: " + modes);
    }
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
