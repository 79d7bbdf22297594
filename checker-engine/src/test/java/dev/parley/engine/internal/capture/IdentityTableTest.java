package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdentityTableTest {
  @Test
  void numbersFollowTheOrderOfAddingThroughGrowthAndRollback() {
    Random random = new Random(7);
    IdentityTable table = new IdentityTable();
    List<Object> model = new ArrayList<>();
    for (int round = 0; round < 2_000; round++) {
      int target = random.nextInt(random.nextInt(10) == 0 ? 500 : 40);
      while (model.size() < target) {
        Object fresh = new String("equal");
        assertThat(table.find(fresh)).isEqualTo(-1);
        table.add(fresh);
        model.add(fresh);
      }
      table.rollback(target);
      model.subList(target, model.size()).clear();
      assertThat(table.size()).isEqualTo(target);
      for (int i = 0; i < target; i++) {
        assertThat(table.find(model.get(i))).isEqualTo(i);
      }
    }
  }
}
