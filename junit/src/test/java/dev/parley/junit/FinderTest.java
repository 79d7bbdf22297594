package dev.parley.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.PackageNameFilter;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

class FinderTest {
  private static final String LAMPS = "example.Lamps";
  private static final List<String> ALL_LAMPS =
      List.of("dark", "empty", "impure", "lit", "long_night", "out of budget", "unexpected");
  private static final List<String> COUNTERS = List.of("counters(1)", "counters(2)", "counters(3)");

  @TempDir Path directory;

  @Test
  void aClassIsItsInstances() {
    TestPlan plan = find(selectClass(LAMPS));
    assertThat(protocols(plan)).containsExactly("lamps");
    assertThat(tests(plan)).isEqualTo(ALL_LAMPS);
  }

  @Test
  void noClassIsInitialised() {
    assertThat(tests(find(selectClass("example.Explosive")))).containsExactly("one");
    assertThat(tests(find(selectPackage("example")))).contains("one");
  }

  @Test
  void aPackageIncludesItsSubpackages() {
    assertThat(protocols(find(selectPackage("example"))))
        .containsExactly("Explosive", "endless", "lamps");
    assertThat(tests(find(selectPackage("example.deeper")))).isEqualTo(COUNTERS);
    assertThat(tests(find(selectPackage("exam")))).isEmpty();
  }

  @Test
  void aRootIsFilteredByNames() {
    Path root = ClassPath.origin(getClass()).orElseThrow();
    DiscoverySelector all = selectClasspathRoots(Set.of(root)).get(0);
    assertThat(protocols(find(all))).containsExactly("Explosive", "endless", "lamps");
    assertThat(
            protocols(
                plan(request(all).filters(ClassNameFilter.includeClassNamePatterns(".*L.mps")))))
        .containsExactly("lamps");
    assertThat(
            protocols(
                plan(
                    request(all).filters(PackageNameFilter.excludePackageNames("example.deeper")))))
        .containsExactly("Explosive", "lamps");
  }

  @Test
  void aMethodIsTheInstancesItDeclares() {
    assertThat(tests(find(selectMethod(LAMPS, "lit", "dev.parley.api.Topology"))))
        .containsExactly("lit", "unexpected");
    assertThat(tests(find(selectMethod(LAMPS, "small", "dev.parley.api.Topology"))))
        .containsExactly("out of budget");
  }

  @Test
  void aPropertyIsChosenWithItsProtocol() {
    // "dark" is both the name of an instance and that of a property: the instance counts.
    assertThat(tests(find(selectMethod("example.deeper.Endless", "toString")))).isEqualTo(COUNTERS);
  }

  @Test
  void anIdIsWhatHadItBefore() {
    idsLeadBack(find(selectPackage("example")));
    idsLeadBack(find(selectClass("example.AllProtocols")));
    assertThat(tests(find(selectUniqueId("[engine:parley]/[protocol:gone.Away]")))).isEmpty();
    assertThat(tests(find(selectUniqueId("[engine:other]/[protocol:example.Lamps]")))).isEmpty();
  }

  private static void idsLeadBack(TestPlan all) {
    for (TestIdentifier each : identifiers(all)) {
      TestPlan again = find(selectUniqueId(each.getUniqueIdObject()));
      assertThat(tests(again))
          .isEqualTo(each.isTest() ? List.of(each.getDisplayName()) : below(all, each));
      assertThat(ids(again)).contains(each.getUniqueId());
    }
  }

  @Test
  void whatIsSelectedTwiceIsThereOnce() {
    assertThat(
            tests(
                find(
                    selectPackage("example"),
                    selectClass(LAMPS),
                    selectMethod(LAMPS, "lit", "dev.parley.api.Topology"),
                    selectClass("example.AllProtocols"))))
        .hasSize(ALL_LAMPS.size() + COUNTERS.size() + 1);
  }

  @Test
  void aClassMayStandForProtocols() {
    assertThat(protocols(find(selectClass("example.AllProtocols"))))
        .containsExactly("AllProtocols", "Explosive", "endless", "lamps");
    TestPlan some = find(selectClass("example.SomeProtocols"));
    assertThat(protocols(some)).containsExactly("SomeProtocols", "endless", "lamps");
    assertThat(tests(some)).contains("java.lang.String");
    assertThat(tests(find(selectClass("example.empty.NoProtocols"))))
        .containsExactly("package example.empty");
    assertThat(tests(find(selectClass(getClass())))).isEmpty();
  }

  @Test
  void toolsCanOpenTheSource() {
    TestPlan plan = find(selectClass(LAMPS));
    for (TestIdentifier each : identifiers(plan)) {
      if (each.isTest()) {
        MethodSource source = (MethodSource) each.getSource().orElseThrow();
        assertThat(source.getJavaMethod().getDeclaringClass().getName()).isEqualTo(LAMPS);
        assertThat(source.getMethodParameterTypes()).isEqualTo("dev.parley.api.Topology");
      } else {
        assertThat(each.getSource()).contains(ClassSource.from(LAMPS));
      }
    }
    MethodSource counters =
        (MethodSource)
            identifiers(find(selectClass("example.deeper.Endless"))).stream()
                .filter(TestIdentifier::isTest)
                .findFirst()
                .orElseThrow()
                .getSource()
                .orElseThrow();
    assertThat(counters.getMethodParameterTypes()).isEqualTo("dev.parley.api.Topology, int");
  }

  @Test
  void tagsAreThoseOfProtocolAndInstance() {
    TestPlan plan = find(selectClass(LAMPS));
    assertThat(tags(plan, "long_night")).containsExactlyInAnyOrder("light", "nightly");
    // The platform's expressions cannot name such a tag.
    assertThat(tags(plan, "out of budget")).containsExactly("light");
  }

  @Test
  void aDamagedClassFileIsATestThatFails() throws IOException {
    Files.write(directory.resolve("Damaged.class"), new byte[] {1, 2, 3});
    assertThat(tests(find(selectClasspathRoots(Set.of(directory)).get(0))))
        .containsExactly("protocols");
  }

  private static TestPlan find(DiscoverySelector... selectors) {
    return plan(request(selectors));
  }

  private static LauncherDiscoveryRequestBuilder request(DiscoverySelector... selectors) {
    return LauncherDiscoveryRequestBuilder.request().selectors(selectors);
  }

  private static TestPlan plan(LauncherDiscoveryRequestBuilder request) {
    return Platform.withParleyOnly().discover(request.build());
  }

  private static List<TestIdentifier> identifiers(TestPlan plan) {
    return plan.getRoots().stream().flatMap(root -> plan.getDescendants(root).stream()).toList();
  }

  private static List<String> protocols(TestPlan plan) {
    return identifiers(plan).stream()
        .filter(TestIdentifier::isContainer)
        .map(TestIdentifier::getDisplayName)
        .sorted()
        .toList();
  }

  private static List<String> tests(TestPlan plan) {
    return identifiers(plan).stream()
        .filter(TestIdentifier::isTest)
        .map(TestIdentifier::getDisplayName)
        .sorted()
        .toList();
  }

  private static List<String> below(TestPlan plan, TestIdentifier parent) {
    return plan.getDescendants(parent).stream()
        .filter(TestIdentifier::isTest)
        .map(TestIdentifier::getDisplayName)
        .sorted()
        .toList();
  }

  private static List<String> ids(TestPlan plan) {
    return identifiers(plan).stream().map(TestIdentifier::getUniqueId).toList();
  }

  private static Set<String> tags(TestPlan plan, String test) {
    return identifiers(plan).stream()
        .filter(each -> each.getDisplayName().equals(test))
        .flatMap(each -> each.getTags().stream())
        .map(TestTag::getName)
        .collect(Collectors.toSet());
  }
}
