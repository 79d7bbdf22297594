def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    'Report: ', 'BUILD SUCCESS', ':gate ', 'UNEXPECTED', 'BUILD FAILURE',
    'lock / generous: exclusive does not hold. Report: ')
build.showsNoStack()
build.isReported()
def sarif = build.json('target/parley/parley.sarif').runs[0]
assert sarif.results*.ruleId == ['lock/exclusive']
assert sarif.results[0].locations[0].physicalLocation.artifactLocation.uri.endsWith('src/main/java/example/Lock.java')
assert build.json('target/parley/badge.json').color == 'red'
