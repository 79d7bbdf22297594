def jdks = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Jdks.groovy'))

if (jdks.find(25) == null) {
  println 'Skipped: there is no JDK 25 on this machine.'
  return false
}
true
