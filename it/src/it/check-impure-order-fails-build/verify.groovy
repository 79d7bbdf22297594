def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] first-of-a-set / one: error in example.FirstOfASet$Chooser.takeFirst',
    '[ERROR]   the step Chooser.takeFirst of Chooser1 is not the same on two runs: it left chosen = ',
    '[ERROR]   Steps that led there: none, it shows in the initial state:',
    'BUILD FAILURE')
build.says('code that depends on the order of a HashSet, a HashMap or a Quorum')
build.neverSays('FieldView')
build.showsNoStack()
build.isReported()
assert build.instance('one').verdict == 'ERROR'
assert build.instance('one').error.place == 'example.FirstOfASet$Chooser.takeFirst'
