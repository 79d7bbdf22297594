package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What browsers and assistive technology need of every page, whatever it says. */
class PageStructureTest {
  @TempDir Path directory;

  @Test
  void everyPageIsWellFormed() throws IOException {
    for (Path page : allPages()) {
      Parser parser = Parser.htmlParser().setTrackErrors(10);
      parser.parseInput(Files.readString(page), "");
      assertThat(parser.getErrors()).as(page.toString()).isEmpty();
    }
  }

  @Test
  void everyPageHasItsLandmarksAndOneHeading() throws IOException {
    for (Document page : allDocuments()) {
      assertThat(page.select("html[lang=en]")).hasSize(1);
      assertThat(page.select("h1")).hasSize(1);
      assertThat(page.select("body > header, body > main, body > footer")).hasSize(3);
      assertThat(page.title()).isNotBlank();
    }
  }

  @Test
  void idsAreUniqueAndReferencesToThemResolve() throws IOException {
    for (Document page : allDocuments()) {
      List<String> ids = page.select("[id]").eachAttr("id");
      assertThat(ids).doesNotHaveDuplicates();
      List<String> references = new ArrayList<>();
      references.addAll(page.select("[aria-labelledby]").eachAttr("aria-labelledby"));
      references.addAll(page.select("[aria-describedby]").eachAttr("aria-describedby"));
      references.addAll(page.select("label[for]").eachAttr("for"));
      references.addAll(page.select("[data-copy]").eachAttr("data-copy"));
      page.select("a[href^=#]:not([href*==])")
          .eachAttr("href")
          .forEach(href -> references.add(href.substring(1)));
      assertThat(ids).containsAll(references);
    }
  }

  @Test
  void nothingIsLoadedFromAnywhere() throws IOException {
    for (Document page : allDocuments()) {
      assertThat(page.select("link, img, iframe, [src], [srcset], object, embed")).isEmpty();
      assertThat(page.select("style").html()).doesNotContain("@import").doesNotContain("http");
      assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
          .startsWith("default-src 'none'");
    }
  }

  @Test
  void linksBetweenPagesLeadToPages() throws IOException {
    for (Path file : allPages()) {
      for (String href : parse(file).select("a[href]").eachAttr("href")) {
        if (!href.startsWith("#")) {
          assertThat(file.resolveSibling(href)).exists();
        }
      }
    }
  }

  @Test
  void everyButtonRegionAndMeterHasAName() throws IOException {
    for (Document page : allDocuments()) {
      for (Element element : page.select("button, [role=region], [role=meter], [role=img]")) {
        assertThat(element.text() + element.attr("aria-label") + element.attr("aria-labelledby"))
            .as(element.outerHtml())
            .isNotBlank();
      }
    }
  }

  @Test
  void columnsOfTheIndexAreSortedByButtons() throws IOException {
    HtmlReport.write(Fixtures.everything(), directory);

    Elements heads = parse(directory.resolve("index.html")).select("#table thead th");

    assertThat(heads).hasSize(8);
    assertThat(heads).allMatch(head -> head.attr("aria-sort").equals("none"));
    assertThat(heads).allMatch(head -> head.select("> button[type=button]").size() == 1);
  }

  @Test
  void aPastAddsItsColumnsToTheIndex() throws IOException {
    Path index = HtmlReport.write(Fixtures.everything(), Fixtures.trends(), directory);

    Document page = parse(index);
    Element grown = page.select("#table tr:has(a[href$=p2a3l1.html])").first();
    Element fresh = page.select("#table tr:has(a[href$=acceptsEverything.html])").first();

    assertThat(grown.select(".change").text()).isEqualTo("▲ 2.5 % more");
    assertThat(grown.select(".spark")).hasSize(1);
    assertThat(fresh.select(".change").text()).isEqualTo("new");
    assertThat(fresh.select(".spark")).isEmpty();
    assertThat(page.select(".was").eachText()).containsExactly("was Verified");
  }

  @Test
  void verdictsAreToldByWordAndSign() throws IOException {
    HtmlReport.write(Fixtures.everything(), directory);

    Document index = parse(directory.resolve("index.html"));

    assertThat(index.select(".tile .what").eachText())
        .containsExactly("✗Unexpected", "✓Verified", "✗Violated", "◔Budget exhausted", "!Error");
    assertThat(index.select(".tile .count").eachText()).containsExactly("4", "2", "3", "1", "1");
  }

  @Test
  void aCounterexampleReadsWithoutScript() throws IOException {
    Document page = page(Fixtures.violated());

    assertThat(page.select("#steps > li")).hasSize(15);
    Element quorum = page.getElementById("step-5");
    assertThat(quorum.text())
        .contains("proposer-1 Proposer.replies", "Proposer.java:30")
        .contains("#7 ReadReply[ballot=1, accepted=null] from acceptor-1")
        .contains("#8 ReadReply[ballot=1, accepted=null] from acceptor-2")
        .contains("#11 Write[ballot=1, value=1] to acceptor-3");
    assertThat(quorum.select("del").text()).isEqualTo("READING");
    assertThat(quorum.select("ins").text()).isEqualTo("DONE");
    assertThat(page.select(".node[data-node=learner] tr.changed").text())
        .isEqualTo("learned {1, 2} changed");
    assertThat(page.select(".node[data-node=learner] .diff ins").text()).isEqualTo("2");
    assertThat(page.select(".claim").text())
        .isEqualTo("agreement fails after 14 steps: No two different values are ever learned.");
    assertThat(page.select(".conflict li").text())
        .isEqualTo("learner.learned = {1, 2} since step 14");
    assertThat(page.select("#step-1 .options li").eachText())
        .containsExactly(
            "proposer-1 Proposer.start taken sends Read to acceptor-1",
            "proposer-2 Proposer.start 2 ways");
    assertThat(page.select(".truths tr").eachText())
        .containsExactly(
            "agreement true, false after step 14",
            "somethingIsLearned goal not reached, reached after step 13");
    assertThat(page.select("#steps > li.aside")).isEmpty();
    assertThat(page.select("#chart-relevant, #only-relevant")).isEmpty();
    assertThat(page.select(".commands code").eachText())
        .containsExactly(
            "mvn test-compile parley:check -Dparley.protocols=paxos -Dparley.instances=acceptsEverything"
                + " -Dparley.incremental=false",
            "mvn test-compile parley:replay -Dparley.trace=traces/paxos-acceptsEverything.json",
            "mvn test-compile parley:replay -Dparley.debug"
                + " -Dparley.trace=traces/paxos-acceptsEverything.json");
  }

  @Test
  void aRunThatShowsWhatHappensInTheEndTellsHowItGoesOn() throws IOException {
    Document looping = page(Fixtures.endless(Property.Kind.EVENTUALLY, Optional.of(13)));
    assertThat(looping.text())
        .contains("Steps 13 to 14 repeat for ever, and answered stays false")
        .contains("answered never becomes true: it is a long story.")
        .contains("Taken for granted of runs that go on for ever: No fault needs to happen.")
        .contains("judged on all states, 40 states, without reductions")
        .doesNotContain("answered does not hold in this state");
    assertThat(page(Fixtures.endless(Property.Kind.FORMULA, Optional.of(13))).text())
        .contains("Steps 13 to 14 repeat for ever, and answered is not true of this run")
        .contains("of every fair run, from its beginning on");
    assertThat(page(Fixtures.endless(Property.Kind.RECURRING, Optional.of(14))).text())
        .contains("Step 14 repeats for ever");
    assertThat(page(Fixtures.endless(Property.Kind.LEADS_TO, Optional.empty())).text())
        .contains("Nothing more needs to happen, and answered stays false");
    assertThat(page(Fixtures.endless(Property.Kind.POSSIBLE, Optional.empty())).text())
        .contains("answered is out of reach from here");
  }

  @Test
  void theStepsThatAreRepeatedForEverAreMarked() throws IOException {
    Document looping = page(Fixtures.endless(Property.Kind.EVENTUALLY, Optional.of(13)));

    assertThat(looping.select("#chart .loop title").text())
        .isEqualTo("Steps 13 to 14 repeat for ever");
    assertThat(looping.select("#steps .repeats").eachAttr("id"))
        .containsExactly("step-13", "step-14");
    assertThat(looping.select("#steps .loop-begins").eachText())
        .containsExactly("↻ Repeated for ever from here");
    int top = Integer.parseInt(looping.select("#chart .loop-band").attr("y"));
    int height = Integer.parseInt(looping.select("#chart .loop-band").attr("height"));
    assertThat(looping.select("#chart .box rect").eachAttr("y").stream().map(Integer::valueOf))
        .filteredOn(y -> y > top && y < top + height)
        .hasSize(2);

    Document ending = page(Fixtures.endless(Property.Kind.EVENTUALLY, Optional.empty()));
    assertThat(ending.select(".loop, .loop-band, .repeats, .loop-begins")).isEmpty();
  }

  @Test
  void theChartHasALifelineForEachNodeAndABoxForEachStep() throws IOException {
    Document page = page(Fixtures.violated());

    assertThat(page.select(".chart-head .name").eachText())
        .containsExactly(
            "proposer-1", "proposer-2", "acceptor-1", "acceptor-2", "acceptor-3", "learner");
    assertThat(page.select("#chart .lifeline")).hasSize(6);
    assertThat(page.select("#chart .box")).hasSize(14);
    assertThat(page.select("#chart .box.quorum").eachAttr("data-step"))
        .containsExactly("5", "8", "11", "14");
    assertThat(page.select("#chart .message.delivered")).hasSize(16);
    assertThat(page.select("#chart .message.pending").eachAttr("data-message"))
        .containsExactlyInAnyOrder("3", "4", "11", "14");
  }

  @Test
  void stepsThatTheViolationDoesNotDependOnStandAside() throws IOException {
    Document page = page(Fixtures.stormy());

    assertThat(page.select("#steps > li.aside b").eachText())
        .containsExactly("Monitor1", "Monitor1", "Client1");
    assertThat(page.select("#chart .box")).hasSize(12);
    assertThat(page.select("#chart .box.aside").eachAttr("data-step"))
        .containsExactly("2", "9", "11");
    assertThat(page.select("#step-5 .what").text()).isEqualTo("Server1 crash");
    assertThat(page.select("#chart-relevant .box").eachAttr("data-step"))
        .containsExactly("1", "3", "4", "5", "6", "7", "8", "10", "12");
    assertThat(page.select(".why").text())
        .isEqualTo("Only the 9 of 12 steps that happen before the violation");
  }

  @Test
  void whatAFaultTakesFromItsBudgetIsNotToldInShort() {
    var trace =
        new TraceBuilder()
            .node("Server1", "Server", "x", "0", "environment.Server1 is", "up")
            .step("Server1", "crash")
            .set("environment.Server1 is", "down")
            .done()
            .build();
    assertThat(TracePanel.of(trace, "end").steps().get(0).gist()).isEmpty();
    assertThat(TracePanel.of(trace, "end").steps().get(0).did().changes()).hasSize(1);
  }

  @Test
  void faultsAndTimersAreDrawnAsSuch() throws IOException {
    Document page = page(Fixtures.stormy());

    for (String kind :
        List.of("lose", "duplicate", "crash", "restart", "partition", "heal", "timer")) {
      assertThat(page.select("#chart .box." + kind + " .icon path")).as(kind).hasSize(1);
    }
    assertThat(page.select("#chart .icon")).hasSize(7);
    assertThat(page.select("#chart .lifeline.down")).hasSize(1);
    assertThat(page.select("#chart .message.lost")).hasSize(1);
  }

  @Test
  void collectionsShowWhatIsNewAndAuxiliaryFieldsAreFolded() throws IOException {
    Document page = page(Fixtures.stormy());

    assertThat(page.select("#step-12 .diff").text()).isEqualTo("[Client9, Client1, Client1]");
    assertThat(page.select("#step-12 .diff ins").eachText()).containsExactly("Client1");
    assertThat(page.select("#step-12 .gist").text()).isEqualTo("granted + Client1");
    Element server = page.select(".node[data-node=Server2]").first();
    assertThat(server.select("> table th").eachText()).containsExactly("granted");
    assertThat(server.select("> details.folded th").text()).startsWith("log");
  }

  @Test
  void everyInstanceLeadsToTheNextAndThePrevious() throws IOException {
    HtmlReport.write(
        Fixtures.report(Fixtures.verified(), Fixtures.violated(), Fixtures.stormy()), directory);

    Document page = parse(directory.resolve("instances/paxos-acceptsEverything.html"));
    assertThat(page.select("a[rel=prev]").attr("href")).isEqualTo("../instances/paxos-p2a3l1.html");
    assertThat(page.select("a[rel=next]").attr("href"))
        .isEqualTo("../instances/storm-servers.2.html");
    Document last = parse(directory.resolve("instances/storm-servers.2.html"));
    assertThat(last.select("a[rel=prev]")).hasSize(1);
    assertThat(last.select("a[rel=next]")).isEmpty();
  }

  @Test
  void theCodeOfAHandlerStandsOnThePageOnce() throws IOException {
    Sources sources =
        (protocolClass, handler, place) ->
            Optional.of(
                new Sources.Snippet(
                    "src/" + place.replaceAll(":.*", ""),
                    "https://example.org/" + place.replace(":", "#L"),
                    40,
                    41,
                    List.of("void handler() {", "  if (a < b && c) {", "  }", "}")));
    HtmlReport.write(
        Fixtures.report(Fixtures.violated()),
        Trends.NONE,
        directory,
        HtmlReport.Beside.NOTHING,
        sources);

    Document page = parse(directory.resolve("instances/paxos-acceptsEverything.html"));

    assertThat(page.select(".snippet")).hasSize(5);
    assertThat(page.select("#code-1 .marked").text()).isEqualTo("if (a < b && c) {");
    assertThat(page.select("#code-1 .marked").attr("data-line")).isEqualTo("41");
    assertThat(page.select("#step-1").attr("data-snippet")).isEqualTo("1");
    assertThat(page.select("#step-1 .source a").attr("href"))
        .startsWith("https://example.org/Proposer.java#L");
  }

  @Test
  void whatIsUnexpectedComesFirstAndHasItsOwnTile() throws IOException {
    HtmlReport.write(Fixtures.everything(), directory);

    Document index = parse(directory.resolve("index.html"));

    assertThat(index.select("tbody").first().hasClass("unexpected-group")).isTrue();
    assertThat(index.select("tbody.unexpected-group tr[data-expected=true]")).isEmpty();
    assertThat(index.select("tbody:not(.unexpected-group) tr[data-expected=false]")).isEmpty();
    assertThat(index.select("tr[data-verdict]")).hasSize(Fixtures.everything().instances().size());
  }

  @Test
  void aGreenRunHasNoAlarmingTile() throws IOException {
    HtmlReport.write(Fixtures.report(Fixtures.verified(), Fixtures.violated()), directory);

    Document index = parse(directory.resolve("index.html"));

    assertThat(index.select(".tile.unexpected.none .count").text()).isEqualTo("0");
    assertThat(index.select(".tile.violated.none").text()).contains("1", "all as expected");
    assertThat(index.select(".unexpected-group")).isEmpty();
  }

  @Test
  void statesOfDifferentOrdersStandInDifferentColumns() throws IOException {
    HtmlReport.write(Fixtures.report(Fixtures.violated(), Fixtures.exception()), directory);

    Document index = parse(directory.resolve("index.html"));

    assertThat(index.select("th[data-column^=states]").eachText())
        .containsExactly("States, breadth first", "States, depth first");
    for (Element row : index.select("tr[data-verdict]")) {
      assertThat(row.select("td:nth-of-type(2), td:nth-of-type(3)").eachText()).hasSize(1);
    }
  }

  @Test
  void aStepThatThrowsIsMarkedInListAndChart() throws IOException {
    Document page = page(Fixtures.exception());

    assertThat(page.select("#chart .box.failed").eachAttr("data-step")).containsExactly("3");
    assertThat(page.select("#step-3.failed .thrown").text())
        .contains("java.lang.AssertionError: timed out while granted");
  }

  @Test
  void aGoalThatIsNeverReachedHasNoChartAndNothingToReplay() throws IOException {
    Document page = page(Fixtures.unreached());

    assertThat(page.select(".verdict").text()).contains("no reachable state satisfies");
    assertThat(page.select(".trace, .source-text")).isEmpty();
  }

  @Test
  void whatWasNeverExercisedIsNamedAsSuch() throws IOException {
    Document page = page(Fixtures.partlyCovered());

    assertThat(page.select(".covered .missing").eachText())
        .containsExactly(
            "!Client.denied never fired", "!Deny never sent", "!allReleased never exercised");
    assertThat(page.select(".grid .missing").text()).isEqualTo("never exercised");
  }

  @Test
  void theIndexTellsVerdictsThatSayLessThanTheyShow() throws IOException {
    InstanceResult verified = Fixtures.verified();
    Decomposition.Soundness assumed =
        new Decomposition.Soundness(Decomposition.Basis.ASSUMED, "Too many.");
    InstanceResult assuming =
        verified.with(verified.decomposition().restingOn(Optional.of(assumed)), List.of());
    assertThat(verdictOnTheIndex(verified)).isEqualTo("✓Verified");
    assertThat(verdictOnTheIndex(assuming)).endsWith("assumed, not proven");
    PropertyResult rest =
        new PropertyResult("rest", "", Property.Kind.TERMINAL, PropertyResult.Status.NOT_JUDGED, 0);
    assertThat(verdictOnTheIndex(Fixtures.judged(verified, List.of(rest))))
        .endsWith("rest never judged");
  }

  private String verdictOnTheIndex(InstanceResult result) throws IOException {
    HtmlReport.write(Fixtures.report(result), directory);
    return parse(directory.resolve("index.html"))
        .select("tbody td")
        .get(0)
        .text()
        .replace(" ✓As expected", "");
  }

  private Document page(InstanceResult result) throws IOException {
    HtmlReport.write(Fixtures.report(result), directory);
    try (Stream<Path> pages = Files.list(directory.resolve("instances"))) {
      return parse(pages.findFirst().orElseThrow());
    }
  }

  @Test
  void aModeWithoutEndHasAnOpenBarAndNoPercentage() throws IOException {
    Document page =
        parse(HtmlComparison.write(Fixtures.comparison(Fixtures.compared()), directory));

    assertThat(page.select(".modes tbody tr").first().select(".number").eachText())
        .startsWith(">20,000,000", ">192 h 00 min", "–", ">80,000,000");
    assertThat(page.select(".modes tbody tr").last().select(".number").eachText())
        .startsWith("5,606,047", "10 h 22 min", "57 % 54 %", "22,424,188");
    assertThat(page.select(".bars rect.open")).hasSize(2);
    assertThat(page.select(".bars rect:not(.open)").eachAttr("width"))
        .containsExactly("360", "155", "155", "360", "178", "167");
  }

  @Test
  void modesThatDisagreeAreShownAsAnErrorFirst() throws IOException {
    Document page =
        parse(HtmlComparison.write(Fixtures.comparison(Fixtures.disagreeing()), directory));

    assertThat(page.select("section > .bar .badge").text()).isEqualTo("!Error");
    assertThat(page.select(".mistake .text").text())
        .isEqualTo("The search modes disagree about paxos / <acceptsEverything>.");
  }

  private List<Path> allPages() throws IOException {
    HtmlComparison.write(
        Fixtures.comparison(Fixtures.compared(), Fixtures.disagreeing()), directory);
    HtmlReport.write(
        Fixtures.report(
            Fixtures.verified(),
            Fixtures.partlyCovered(),
            Fixtures.violated(),
            Fixtures.exception(),
            Fixtures.unreached(),
            Fixtures.exhausted(),
            Fixtures.error(),
            Fixtures.hostile(),
            Fixtures.longTrace(500)),
        Fixtures.trends(),
        directory);
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".html")).toList();
      assertThat(pages).hasSize(13);
      return pages;
    }
  }

  private List<Document> allDocuments() throws IOException {
    List<Document> documents = new ArrayList<>();
    for (Path page : allPages()) {
      documents.add(parse(page));
    }
    return documents;
  }

  private static Document parse(Path page) throws IOException {
    return Jsoup.parse(page.toFile(), "UTF-8");
  }
}
