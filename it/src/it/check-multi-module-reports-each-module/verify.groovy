def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says(
    'Nothing to check: this module has no classes.',
    'There is nothing to check: plain has no class annotated @Protocol among its classes and test classes.',
    'BUILD SUCCESS')
build.neverSays('[ERROR]', '[WARNING]')
build.isReported('commits')
build.isReported('locks')
assert build.verdicts('commits/target/parley/parley.json') == ['clients(1)': 'VERIFIED', 'clients(3)': 'VERIFIED']
assert build.verdicts('locks/target/parley/parley.json') == [generous: 'VIOLATED']
build.hasNo('target/parley')
build.hasNo('plain/target/parley')
