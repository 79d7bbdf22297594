def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

// As the README has it.
build.saysInOrder(
    'lease / clients(2): exclusive does not hold',
    '  exclusive (at most one client holds the lease) fails after 7 steps',
    '  Counterexample, 7 steps:',
    '    Server1: owner = null',
    '    1. Client1: Client.ask (Lease.java:24)',
    '        sends    #1 Acquire[] to Server1',
    '    5. Server1: Server.expire (Lease.java:44)',
    '        changes  owner: Client2 -> null',
    '    7. Client1: Client.granted (Lease.java:29)',
    '        changes  holds: false -> true',
    '  Replay: mvn test-compile dev.parley:parley-maven-plugin:',
    '  Report: file:///',
    '/target/parley-junit/example.Lease/instances/lease-clients.2.html',
    'Tests run: 1, Failures: 1, Errors: 0, Skipped: 0',
    'BUILD FAILURE',
    // What the quick start does about it.
    'Tests run: 4, Failures: 0, Errors: 0, Skipped: 1',
    'BUILD SUCCESS')
build.showsNoStack()
build.has('target/parley-junit/example.FencedLease/index.html')
build.hasNo('target/parley')
assert build.verdicts('target/parley-junit/example.FencedLease/parley.json') == [
    'fenced(2)': 'VERIFIED', 'fenced(3)': 'VERIFIED', 'trusting(2)': 'VIOLATED']
def suite = new groovy.xml.XmlSlurper().parse(build.file('target/surefire-reports/TEST-example.ProtocolsTest.xml'))
assert suite.testcase.collect { it.@name.text() } as Set == ['fenced(2)', 'fenced(3)', 'fenced(5)', 'trusting(2)'] as Set
