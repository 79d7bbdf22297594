import groovy.json.JsonSlurper
import groovy.xml.XmlSlurper

/** What an invoked build said and left behind. Failures name what is missing, not the whole log. */
class Build {
  final File directory
  final List<String> lines

  Build(File basedir, String log = 'build.log') {
    directory = basedir
    lines = new File(basedir, log).readLines('UTF-8').collect { it.replaceAll(/\u001b\[[;\d]*m/, '') }
  }

  /** Each fragment stands in some line. */
  void says(String... fragments) {
    fragments.each { fragment ->
      if (!lines.any { it.contains(fragment) }) {
        throw new AssertionError("build.log does not say: $fragment")
      }
    }
  }

  /** Each fragment stands in a line after that of the one before. */
  void saysInOrder(String... fragments) {
    int next = 0
    fragments.each { fragment ->
      int found = lines.findIndexOf(next) { it.contains(fragment) }
      if (found < 0) {
        throw new AssertionError("build.log does not say after its line $next: $fragment")
      }
      next = found + 1
    }
  }

  void saysMatching(String regex) {
    if (!lines.any { it ==~ regex }) {
      throw new AssertionError("build.log has no line that matches: $regex")
    }
  }

  void neverSays(String... fragments) {
    fragments.each { fragment ->
      String line = lines.find { it.contains(fragment) }
      if (line != null) {
        throw new AssertionError("build.log must not say: $fragment. It says: $line")
      }
    }
  }

  /** No exception of Maven, the plugin or the engine is shown as a Java stack. */
  void showsNoStack() {
    String frame = lines.find { it ==~ /.*\bat (dev\.parley|org\.apache\.maven|java\.base).*\(.*\).*/ }
    if (frame != null) {
      throw new AssertionError("build.log shows a stack: $frame")
    }
  }

  File file(String path) {
    File file = new File(directory, path)
    if (!file.file || file.length() == 0) {
      throw new AssertionError("there is no file $file, or it is empty")
    }
    file
  }

  void has(String path) {
    file(path)
  }

  void hasNo(String path) {
    File file = new File(directory, path)
    if (file.exists()) {
      throw new AssertionError("there must be no $file")
    }
  }

  def json(String path = 'target/parley/parley.json') {
    new JsonSlurper().parse(file(path), 'UTF-8')
  }

  /** The result of one instance in parley.json. */
  def instance(String name, String path = 'target/parley/parley.json') {
    def found = json(path).instances.find { it.description.instance == name }
    if (found == null) {
      throw new AssertionError("parley.json has no instance $name")
    }
    found
  }

  /** Instances with their verdicts, as in parley.json. */
  Map<String, String> verdicts(String path = 'target/parley/parley.json') {
    json(path).instances.collectEntries { [it.description.instance, it.verdict] }
  }

  /** The root of the JUnit XML; its counts are attributes. */
  def junit(String path = 'target/parley/TEST-parley.xml') {
    new XmlSlurper().parse(file(path))
  }

  /** All reports are there, complete, and nothing unfinished lies beside them. */
  void isReported(String module = '.') {
    String reports = "$module/target/parley"
    assert file("$reports/index.html").text.trim().endsWith('</html>')
    assert json("$reports/parley.json").schema == 1
    assert junit("$reports/TEST-parley.xml").@tests.toInteger() > 0
    hasNoUnfinishedFiles(module)
  }

  void hasNoUnfinishedFiles(String module = '.') {
    List<String> unfinished = []
    new File(directory, "$module/target/parley").eachFileRecurse {
      if (it.name.startsWith('.') || it.name.endsWith('.tmp')) {
        unfinished << it.path
      }
    }
    assert unfinished == []
  }
}
