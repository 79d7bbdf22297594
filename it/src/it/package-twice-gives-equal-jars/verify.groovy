import java.nio.file.Files
import java.nio.file.StandardCopyOption

// Builds Parley's jars twice, in two folders and under different circumstances. Equal sources must
// give equal jars, or nobody can check that a published jar was built from the published sources.
List<String> modules = ['api', 'checker-engine', 'report-templates', 'runner', 'plugin', 'junit', 'gradle-plugin']
boolean windows = System.getProperty('os.name').startsWith('Windows')

def copy = { File from, File to ->
  if (from.directory) {
    Files.walk(from.toPath()).withCloseable { paths ->
      paths.forEach {
        def target = to.toPath().resolve(from.toPath().relativize(it).toString())
        Files.createDirectories(it.toFile().directory ? target : target.parent)
        if (it.toFile().file) {
          Files.copy(it, target, StandardCopyOption.REPLACE_EXISTING)
        }
      }
    }
  } else {
    to.parentFile.mkdirs()
    Files.copy(from.toPath(), to.toPath(), StandardCopyOption.REPLACE_EXISTING)
  }
}

/** Copies what the jars are made of, builds them, and gives them by name. */
def jars = { String folder, String options ->
  File root = new File(basedir, folder)
  copy(new File(sources, 'pom.xml'), new File(root, 'pom.xml'))
  copy(new File(sources, 'src-site/resources/schema'), new File(root, 'src-site/resources/schema'))
  new File(sources).listFiles().findAll { new File(it, 'pom.xml').file }.each {
    copy(new File(it, 'pom.xml'), new File(root, "$it.name/pom.xml"))
  }
  modules.each { copy(new File(sources, "$it/src/main"), new File(root, "$it/src/main")) }
  File log = new File(basedir, "${folder.replace('/', '-')}.log")
  def builder = new ProcessBuilder(
      new File(System.getProperty('maven.home'), windows ? 'bin/mvn.cmd' : 'bin/mvn').path,
      '-B', '-s', settings, "-Dmaven.repo.local=${new File(basedir, 'local-repository')}".toString(),
      '-DskipTests', '-Dspotless.check.skip', '-pl', 'plugin,junit,gradle-plugin', '-am', 'package')
      .directory(root).redirectErrorStream(true).redirectOutput(log)
  builder.environment().put('MAVEN_OPTS', "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC $options".toString())
  int exit = builder.start().waitFor()
  if (exit != 0) {
    throw new AssertionError("the build in $folder failed with exit code $exit; see $log")
  }
  modules.collectMany { new File(root, "$it/target").listFiles().findAll { it.name.endsWith('.jar') } }
      .collectEntries { [it.name, it] }
}

Map<String, File> first = jars('first', '-Duser.timezone=UTC -Duser.language=en')
Map<String, File> second = jars('second/deeper', '-Duser.timezone=Pacific/Kiritimati -Duser.language=tr')

assert first.size() == modules.size()
assert first.keySet() == second.keySet()
List<String> different = first.keySet().findAll { Files.mismatch(first[it].toPath(), second[it].toPath()) >= 0 }.toList()
if (different) {
  throw new AssertionError(
      "these jars differ between two builds of the same sources: $different. Compare those below $basedir/first with "
      + "those below $basedir/second, for instance with diffoscope; the usual causes are a time, a path, and the order "
      + 'of a hash table')
}
