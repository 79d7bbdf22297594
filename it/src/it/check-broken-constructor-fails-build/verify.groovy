def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] members / three: error in example.Members$Member.<init>(Members.java:18)',
    '[ERROR]   The instance three could not be laid out by example.Members.three, because the code it runs threw java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 3.',
    'example.Members$Member.<init>(Members.java:18)',
    'example.Members.three(Members.java:29)',
    'BUILD FAILURE')
build.neverSays('EngineMain', 'jdk.internal.reflect')
build.isReported()
assert build.verdicts() == [three: 'ERROR', two: 'VERIFIED']
