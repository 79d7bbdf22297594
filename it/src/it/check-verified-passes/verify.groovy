def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/\[INFO\] ping-pong +clients\(1\) +verified +4 +3 +3 .* ok/)
build.saysMatching(/\[INFO\] ping-pong +clients\(3\) +verified +64 +144 +9 .* ok/)
build.says('2 instances checked, all as declared', 'BUILD SUCCESS')
build.neverSays('[WARNING]', '[ERROR]')
build.isReported()
assert build.verdicts() == ['clients(1)': 'VERIFIED', 'clients(3)': 'VERIFIED']
assert build.instance('clients(3)').figures.states == 64
assert build.instance('clients(3)').properties*.outcome == ['HOLDS', 'HOLDS']
assert build.junit().@failures == '0'
assert build.junit().@errors == '0'
assert build.junit().@skipped == '0'
build.hasNo('target/parley/traces')
