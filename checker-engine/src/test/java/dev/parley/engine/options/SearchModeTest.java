package dev.parley.engine.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.engine.options.ExplorationOptions.Order;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchModeTest {
  @Test
  void everyModeIsFoundByItsNameAndSearchesDepthFirst() {
    for (SearchMode mode : SearchMode.ALL) {
      assertThat(SearchMode.named(mode.name())).isSameAs(mode);
      assertThat(mode.in(Order.DEPTH_FIRST)).isEqualTo(mode);
    }
    assertThat(SearchMode.ALL)
        .extracting(mode -> mode.options().describe())
        .containsExactly(
            "stateless, depth first",
            "stateful, depth first",
            "DBSS without selective push-on-stack, depth first",
            "DBSS, depth first",
            "stateful + POR, depth first",
            "DBSS + POR, depth first",
            "DBSS + POR + dead messages + symmetry, depth first");
  }

  @Test
  void baselinesAreInTheRegistryBeforeWhatIsMeasuredAgainstThem() {
    List<String> known = new ArrayList<>();
    for (SearchMode mode : SearchMode.ALL) {
      assertThat(known).containsAll(mode.baselines());
      known.add(mode.name());
    }
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchMode.named("DBSS"))
        .withMessage(
            "there is no search mode 'DBSS'; choose among stateless, stateful, dbss-without-push,"
                + " dbss, por, dbss-por, reduced, rounds, simulate");
  }

  @Test
  void breadthFirstThereIsNoStackToPushOn() {
    assertThat(SearchMode.DBSS.in(Order.BREADTH_FIRST).options())
        .isEqualTo(SearchMode.DBSS_WITHOUT_PUSH.in(Order.BREADTH_FIRST).options());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchMode.STATELESS.in(Order.BREADTH_FIRST))
        .withMessageContaining("must be depth first");
  }

  @Test
  void oneSearchIsNotComparedWithItself() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchMode.requireDistinct(List.of()))
        .withMessageContaining("name at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SearchMode.requireDistinct(List.of(SearchMode.STATEFUL, SearchMode.STATEFUL)))
        .withMessage("the search mode stateful is named twice");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SearchMode.requireDistinct(
                    List.of(
                        SearchMode.DBSS_WITHOUT_PUSH.in(Order.BREADTH_FIRST),
                        SearchMode.DBSS.in(Order.BREADTH_FIRST))))
        .withMessage(
            "dbss-without-push and dbss are the same search, DBSS,"
                + " breadth first; leave one of them out");
  }
}
