def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    'BUILD FAILURE',
    '[INFO] Replaying lock / generous: exclusive (At most one client holds the lock) fails after 6 steps',
    '[INFO]     5. Server1: Server.ask (Lock.java:59)',
    '[INFO]         changes  waiting: [] -> [Client2]',
    'The counterexample was not reproduced: step 6 (Client2 Client.granted) is not possible any more; the code has changed since the trace was recorded. Run `mvn parley:check` to see whether the protocol still has it.')
build.neverSays('Reproduced:')
build.showsNoStack()
