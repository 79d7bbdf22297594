package dev.parley.runner;

/**
 * Where a run took place; figures of time mean little without it. Another build tool than Maven
 * tells its own name and version where Maven's version stands.
 *
 * @param parley Parley's version
 * @param maven Maven's version
 * @param java the version of Java Maven runs on
 * @param vm the Java machine's name
 * @param os the operating system with its version and architecture
 * @param processors the processors available
 */
record Environment(String parley, String maven, String java, String vm, String os, int processors) {

  static Environment current(String toolVersion) {
    String version = Environment.class.getPackage().getImplementationVersion();
    return new Environment(
        version == null ? "development" : version,
        toolVersion,
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
