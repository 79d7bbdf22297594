def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR]   Replay: mvn test-compile parley:replay -Dparley.trace=target/parley/traces/lock-generous.json',
    'BUILD FAILURE',
    '[INFO] Replaying lock / generous: exclusive (At most one client holds the lock) fails after 6 steps',
    '[INFO]   Server1: generous = true, taken = false, waiting = []',
    '[INFO]     1. Client1: Client.ask (Lock.java:29)',
    '[INFO]         sends    #1 Ask[] to Server1',
    '[INFO]     6. Client2: Client.granted (Lock.java:34)',
    '[INFO]         consumes #4 Grant[] from Server1',
    '[INFO]         changes  holds: false -> true',
    '[INFO] Reproduced: the last state violates exclusive',
    'BUILD SUCCESS')
build.showsNoStack()
