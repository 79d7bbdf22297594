def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] workers / one: error in example.Workers$Owner.pool.threads[0]',
    "[ERROR]   java.lang.Thread cannot be part of local state: it runs outside the checker's control. Remedy: remove the field",
    'BUILD FAILURE')
build.showsNoStack()
build.isReported()
assert build.instance('one').verdict == 'ERROR'
assert build.instance('one').error.place == 'example.Workers$Owner.pool.threads[0]'
