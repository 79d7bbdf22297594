def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[ERROR] letters / one: error in example.Letters$Sender.sendParcel',
    '[ERROR]   Sender1 sends example.Letters$Parcel to Recipient1, but example.Letters$Recipient has no handler for it; add a @Receive method that takes it, or do not send it',
    'BUILD FAILURE')
build.showsNoStack()
build.isReported()
assert build.instance('one').verdict == 'ERROR'
assert build.junit().@errors == '1'
