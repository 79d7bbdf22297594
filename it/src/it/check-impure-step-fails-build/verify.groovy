def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] impure / randomness: error in example.Impure$Dice.roll(Impure.java:31)',
    '[ERROR]   It calls new java.util.Random()',
    '[ERROR] impure / time: error in example.Impure$Clock.now(Impure.java:22)',
    '[ERROR]   It calls System.currentTimeMillis() (reached from step example.Impure$Clock.start, then Clock.now).',
    'BUILD FAILURE')
build.says('Use choose(), which explores every value.', 'Let a @Step fire where time has passed')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [randomness: 'ERROR', time: 'ERROR']
assert build.junit().@errors == '2'
