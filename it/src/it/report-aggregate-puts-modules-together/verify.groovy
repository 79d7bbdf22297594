def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

String finding = '1 of 3 instances are not as declared: lock / generous: exclusive does not hold. Report: '
build.saysInOrder('3 instances checked, 1 unexpected', 'BUILD FAILURE', finding, ':report-aggregate ', '3 instances checked, 1 unexpected', 'BUILD FAILURE', finding)
build.showsNoStack()
build.isReported()
build.isReported('locks')
build.isReported('commits')
assert build.verdicts() == ['clients(1)': 'VERIFIED', 'clients(3)': 'VERIFIED', generous: 'VIOLATED']
assert build.json().instances*.module == ['commits', 'commits', 'locks']
assert build.json().options == null
build.has('target/parley/traces/lock-generous.json')
build.has('target/parley/instances/commits-clients.3.html')
build.hasNo('all/target/parley')
build.hasNo('plain/target/parley')
def sarif = build.json('target/parley/parley.sarif').runs[0].results
assert sarif[0].locations[0].physicalLocation.artifactLocation.uri.endsWith('locks/src/main/java/example/Lock.java')
