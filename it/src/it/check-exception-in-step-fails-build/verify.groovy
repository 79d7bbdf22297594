def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] mailbox / exception: a step threw an exception',
    'a step threw java.lang.IllegalStateException: the box is full after 4 steps',
    '[ERROR]   Counterexample, 4 steps:',
    '    4. ThrowingReader1: ThrowingReader.letter (Mailbox.java:37)',
    '        consumes #2 Letter[text="hello"] from Writer2',
    '        throws   java.lang.IllegalStateException: the box is full',
    'Mailbox$ThrowingReader.letter(Mailbox.java:38)',
    '[ERROR]   Replay: mvn test-compile parley:replay -Dparley.trace=target/parley/traces/mailbox-exception.json',
    '[ERROR] mailbox / failedAssert: a step threw an exception',
    'a step threw java.lang.AssertionError: one letter is enough after 4 steps',
    '        throws   java.lang.AssertionError: one letter is enough',
    '[ERROR]   Replay: mvn test-compile parley:replay -Dparley.trace=target/parley/traces/mailbox-failedAssert.json',
    'BUILD FAILURE')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [exception: 'VIOLATED', failedAssert: 'VIOLATED']
assert build.instance('exception').violation.property == 'exception'
assert build.junit().@failures == '2'
build.has('target/parley/traces/mailbox-exception.json')
build.has('target/parley/traces/mailbox-failedAssert.json')
