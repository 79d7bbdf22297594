def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says(
    '[INFO] There is nothing to check: check-no-protocol-tolerated-passes has no class annotated @Protocol among its classes and test classes.',
    'BUILD SUCCESS')
build.neverSays('failIfNothingFound')
build.hasNo('target/parley')
