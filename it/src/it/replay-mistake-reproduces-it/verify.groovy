def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR]   Replay: mvn test-compile parley:replay -Dparley.trace=target/parley/traces/letters-one.json',
    'BUILD FAILURE',
    '[INFO] Replaying letters / one, example.Letters$Sender.sendParcel: Sender1 sends ',
    '[INFO]   Recipient1: letters = 0',
    '[INFO] Reproduced: example.Letters$Sender.sendParcel: Sender1 sends ',
    'BUILD SUCCESS')
build.showsNoStack()
