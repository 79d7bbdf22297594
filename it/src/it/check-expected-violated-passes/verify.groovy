def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/\[INFO\] lock +generous +violated +26 .* ok, as declared/)
build.says('1 instance checked, all as declared', 'BUILD SUCCESS')
build.neverSays('[WARNING]', '[ERROR]')
build.isReported()
assert build.instance('generous').verdict == 'VIOLATED'
assert build.instance('generous').asExpected
assert build.junit().@failures == '0'
build.has('target/parley/traces/lock-generous.json')
