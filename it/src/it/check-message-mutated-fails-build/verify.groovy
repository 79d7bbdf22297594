def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] lists / one: error in example.Lists$Sender.start',
    '[ERROR]   the example.Lists$Items sent to Receiver1 was changed after it was sent; send a copy (List.copyOf) and leave it alone',
    'BUILD FAILURE')
build.showsNoStack()
build.isReported()
assert build.instance('one').verdict == 'ERROR'
