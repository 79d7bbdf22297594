def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] deadly / bKilled: error in engine',
    "[ERROR]   The engine's process ended with exit code 137 (killed) while checking deadly / bKilled. Likely causes: ",
    '[ERROR] deadly / dHalts: error in engine',
    "[ERROR]   The engine's process ended with exit code 134 (aborted: the Java machine crashed) while checking deadly / dHalts.",
    'BUILD FAILURE')
build.says('set a smaller -Dparley.heap')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [a: 'VERIFIED', bKilled: 'ERROR', c: 'VERIFIED', dHalts: 'ERROR', e: 'VERIFIED']
assert build.junit().@errors == '2'
