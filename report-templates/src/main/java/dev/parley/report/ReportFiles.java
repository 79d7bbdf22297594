package dev.parley.report;

import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which files a report consists of, so that its pages can link to each other. The folders belong to
 * the report alone: what another run left in them is removed.
 */
final class ReportFiles {
  static final String PAGES = "instances";
  static final String TRENDS = "trends";
  static final String TESTS = "reproduce";
  private static final String TRACES = "traces";

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, String> trends = new LinkedHashMap<>();

  private ReportFiles() {}

  /**
   * The files of one instance.
   *
   * @param result what they are about
   * @param page its page, relative to the index
   * @param test the test that reproduces its counterexample, relative to the index
   * @param trend the page of its protocol's past, relative to the index
   * @param trace the file its trace is kept in, relative to the index
   */
  record Entry(
      InstanceResult result,
      String page,
      Optional<String> test,
      Optional<String> trend,
      String trace) {
    /** The name of the class in the test. */
    Optional<String> testClass() {
      return test.map(file -> file.substring(file.indexOf('/') + 1, file.lastIndexOf('.')));
    }
  }

  static ReportFiles of(RunReport report, Trends past) {
    ReportFiles files = new ReportFiles();
    PageNames pages = new PageNames("~");
    PageNames tests = new PageNames("_");
    PageNames protocols = new PageNames("~");
    FileNames.Run names =
        FileNames.of(report.instances().stream().map(InstanceResult::description).toList());
    for (InstanceResult result : report.instances()) {
      String protocol = result.description().protocol();
      String instance = result.description().instance();
      boolean tracked = past.of(protocol, instance).isPresent();
      if (tracked && !files.trends.containsKey(protocol)) {
        String name = protocols.free(FileNames.of(protocol, "trend"));
        files.trends.put(protocol, TRENDS + "/" + name + ".html");
      }
      files.entries.add(
          new Entry(
              result,
              PAGES + "/" + pages.free(FileNames.of(protocol, instance)) + ".html",
              ReproducingTest.trace(result)
                  .map(t -> tests.free(ReproducingTest.name(result)))
                  .map(name -> TESTS + "/" + name + "Test.java"),
              tracked ? files.trend(protocol) : Optional.empty(),
              TRACES + "/" + names.of(result.description()) + ".json"));
    }
    return files;
  }

  /** One for each instance, in the order of the run. */
  List<Entry> entries() {
    return entries;
  }

  /** The protocols that have a past. */
  Set<String> trackedProtocols() {
    return trends.keySet();
  }

  /** The page of a protocol's past, relative to the index. */
  Optional<String> trend(String protocol) {
    return Optional.ofNullable(trends.get(protocol));
  }
}
