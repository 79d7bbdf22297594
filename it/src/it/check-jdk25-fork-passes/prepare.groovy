def jdks = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Jdks.groovy'))

new File(basedir, 'toolchains.xml').text = """\
<?xml version="1.0" encoding="UTF-8"?>
<toolchains>
  <toolchain>
    <type>jdk</type>
    <provides>
      <version>25</version>
    </provides>
    <configuration>
      <jdkHome>${jdks.find(25)}</jdkHome>
    </configuration>
  </toolchain>
</toolchains>
"""
true
