package dev.parley.report;

import dev.parley.engine.result.InstanceResult;

/** What to type to see a result again. */
public interface ReproduceCommands {
  /** Maven's, in the module's own directory, with nothing configured. */
  ReproduceCommands MAVEN =
      new ReproduceCommands() {
        @Override
        public String check(InstanceResult result) {
          return "mvn test-compile parley:check "
              + ShellText.word("-Dparley.protocols=" + result.description().protocol())
              + " "
              + ShellText.word("-Dparley.instances=" + result.description().instance())
              + " -Dparley.incremental=false";
        }

        @Override
        public String replay(InstanceResult result, String traceFile, boolean debug) {
          return "mvn test-compile parley:replay"
              + (debug ? " -Dparley.debug " : " ")
              + ShellText.word("-Dparley.trace=" + traceFile);
        }
      };

  /**
   * The command that checks an instance again, in the way it was checked.
   *
   * @param result what was found
   */
  String check(InstanceResult result);

  /**
   * The command that takes the steps of a trace once more.
   *
   * @param result what was found
   * @param traceFile the file, relative to the report
   * @param debug whether it is to wait for a debugger
   */
  String replay(InstanceResult result, String traceFile, boolean debug);
}
