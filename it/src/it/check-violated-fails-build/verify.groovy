def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says('BUILD FAILURE', '1 of 2 instances are not as declared: lock / generous: exclusive does not hold. Report: ')
build.saysMatching(/\[INFO\] lock +careful +verified +33 .* ok/)
build.saysMatching(/\[INFO\] lock +generous +violated +26 .* UNEXPECTED/)
build.saysInOrder(
    '[ERROR] lock / generous: exclusive does not hold',
    '[ERROR]   exclusive (At most one client holds the lock) fails after 6 steps',
    '[ERROR]   Counterexample, 6 steps:',
    '[ERROR]     Server1: generous = true, taken = false, waiting = []',
    '    1. Client1: Client.ask (Lock.java:29)',
    '        sends    #1 Ask[] to Server1',
    '    2. Client2: Client.ask (Lock.java:29)',
    '    3. Server1: Server.ask (Lock.java:59)',
    '        consumes #1 Ask[] from Client1',
    '        sends    #3 Grant[] to Client1',
    '        changes  taken: false -> true',
    '    4. Client1: Client.granted (Lock.java:34)',
    '        changes  holds: false -> true',
    '    5. Server1: Server.ask (Lock.java:59)',
    '    6. Client2: Client.granted (Lock.java:34)',
    '        changes  holds: false -> true',
    '[ERROR]   Replay: mvn test-compile parley:replay -Dparley.trace=target/parley/traces/lock-generous.json')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [careful: 'VERIFIED', generous: 'VIOLATED']
assert build.instance('generous').violation.property == 'exclusive'
assert build.instance('generous').violation.trace.steps.size() == 6
assert build.json('target/parley/traces/lock-generous.json').trace.steps.size() == 6
assert build.junit().@failures == '1'
