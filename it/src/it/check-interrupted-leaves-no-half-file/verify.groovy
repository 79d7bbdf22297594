import java.util.concurrent.TimeUnit

def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

// The first run, of the invoker, has left complete reports.
build.isReported()
def reports = new File(basedir, 'target/parley')
def contents = {
  Map<String, String> found = [:]
  reports.eachFileRecurse { if (it.file) found[it.path] = it.getText('UTF-8') }
  found
}
Map<String, String> before = contents()
String history = build.file('parley-history.jsonl').text

// The second run would last ten minutes. It is terminated when it shows progress.
boolean windows = System.getProperty('os.name').startsWith('Windows')
def maven = new ProcessBuilder(
    new File(System.getProperty('maven.home'), windows ? 'bin/mvn.cmd' : 'bin/mvn').path,
    '-B', '-s', settings, "-Dmaven.repo.local=$localRepositoryPath".toString(),
    '-Dparley.instances=unlimited', '-Dparley.record', '-Dparley.commit=2222222', 'verify')
    .directory(basedir).redirectErrorStream(true).start()
List<String> output = []
List<ProcessHandle> engines = []
boolean progressed = false
maven.inputStream.withReader('UTF-8') { reader ->
  for (String line = reader.readLine(); line != null; line = reader.readLine()) {
    output << line
    if (!progressed && line.contains('unlimited:') && line.contains(' states, ')) {
      progressed = true
      engines = maven.descendants().toList()
      // Of the handle, since that of the process would close the output too.
      maven.toHandle().destroy()
    }
  }
}
new File(basedir, 'interrupted.log').text = output.join('\n')

if (!progressed) {
  throw new AssertionError('the second run showed no progress; see interrupted.log')
}
assert maven.waitFor(60, TimeUnit.SECONDS)
assert maven.exitValue() != 0
assert engines.size() >= 1
engines.each { it.onExit().get(60, TimeUnit.SECONDS) }
assert !output.any { it.contains('BUILD SUCCESS') }
build.hasNoUnfinishedFiles()
if (contents() != before) {
  throw new AssertionError('the interrupted run has changed the reports of the run before')
}
assert build.file('parley-history.jsonl').text == history
