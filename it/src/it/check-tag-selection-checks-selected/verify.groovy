def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says('[1/1] lock / careful: verified, 33 states', '1 instance checked, all as declared', 'BUILD SUCCESS')
build.neverSays('generous:', 'nightly:', 'untagged:')
build.isReported()
assert build.verdicts() == [careful: 'VERIFIED']
