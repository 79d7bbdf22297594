def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] endless / endless: error in example.Endless$Spinner.spin',
    '[ERROR]   User code did not return: endless / endless was still being searched 1 s (grace) after its time budget of 1 s, and as much again for suggestions, was over, so its process was stopped.',
    'example.Endless$Spinner.spin(Endless.java:',
    'BUILD FAILURE')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [endless: 'ERROR', lamp: 'VERIFIED']
