package dev.parley.maven;

/**
 * Where a run took place; figures of time mean little without it.
 *
 * @param parley Parley's version
 * @param maven Maven's version
 * @param java the version of Java Maven runs on
 * @param vm the Java machine's name
 * @param os the operating system with its version and architecture
 * @param processors the processors available
 */
record Environment(String parley, String maven, String java, String vm, String os, int processors) {

  static Environment current(String mavenVersion) {
    String version = Environment.class.getPackage().getImplementationVersion();
    return new Environment(
        version == null ? "development" : version,
        mavenVersion,
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors());
  }
}
