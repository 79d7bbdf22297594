def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says(
    'There is nothing to check: check-no-protocol-fails-build has no class annotated @Protocol among its classes and test classes. Annotate one, or set <failIfNothingFound>false</failIfNothingFound> for modules that have none.',
    'BUILD FAILURE')
build.showsNoStack()
build.hasNo('target/parley')
