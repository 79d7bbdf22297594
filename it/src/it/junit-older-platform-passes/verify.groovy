def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

// One instance, three that are not selected, and the ordinary test.
build.saysInOrder('Tests run: 5, Failures: 0, Errors: 0, Skipped: 3', '1 instance checked, all as declared', 'BUILD SUCCESS')
Map expected = ['fenced(2)': 'VERIFIED']
// Tests and goal have a report each; neither has touched the other's.
build.isReported()
assert build.verdicts() == expected
assert build.verdicts('target/parley-junit/example.FencedLease/parley.json') == expected
assert build.json('target/parley-junit/example.FencedLease/parley.json').environment.maven == 'JUnit Platform 1.10.2'
