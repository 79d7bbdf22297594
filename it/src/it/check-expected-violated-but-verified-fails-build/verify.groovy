def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says('lock / careful: it is declared to be violated (exclusive), but it was verified. Report: ', 'BUILD FAILURE')
build.showsNoStack()
build.isReported()
assert build.instance('careful').verdict == 'VERIFIED'
assert !build.instance('careful').asExpected
assert build.junit().@failures == '1'
