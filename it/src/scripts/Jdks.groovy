/** The JDKs installed where systems put them, and the one in JAVA_HOME. */
class Jdks {
  private static final List<String> PLACES = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/Library/Java/JavaVirtualMachines']

  /** The home of a JDK of that feature version, or null. */
  static File find(int feature) {
    List<File> candidates = PLACES.collectMany { new File(it).listFiles()?.toList() ?: [] }
    candidates += candidates.collect { new File(it, 'Contents/Home') }
    if (System.getenv('JAVA_HOME')) {
      candidates << new File(System.getenv('JAVA_HOME'))
    }
    candidates.find { isJdk(it, feature) }
  }

  private static boolean isJdk(File home, int feature) {
    File release = new File(home, 'release')
    release.file && release.text =~ /JAVA_VERSION="$feature[".+-]/ && new File(home, 'bin').list().any { it.startsWith('javac') }
  }
}
