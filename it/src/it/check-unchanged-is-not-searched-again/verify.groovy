def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    '[1/3] letters / fits: verified', '[2/3] letters / tooMany: violated', '[3/3] lock / generous: violated',
    'Measuring what reductions save, once for this code (3 instances', 'BUILD SUCCESS',
    'No instance has changed since the last check; -Dparley.incremental=false searches all.', 'BUILD SUCCESS',
    '1 of 3 instances have not changed since the last check',
    '[1/2] letters / fits: verified', '[2/2] letters / tooMany: violated',
    'Measuring what reductions save, once for this code', 'BUILD SUCCESS',
    'No instance has changed since the last check', 'BUILD SUCCESS')
assert build.lines.count { it.contains('lock / generous: violated,') } == 1
build.saysMatching(/\[INFO\] lock +generous +violated .* ok, as declared.*, unchanged since .*/)
build.neverSays('[WARNING]', '[ERROR]')
build.showsNoStack()
build.isReported()

// The last run was of one instance; the results of the others are kept, with their traces.
assert build.verdicts() == [fits: 'VERIFIED', tooMany: 'VIOLATED', generous: 'VIOLATED']
assert build.instance('generous').earlier.current
assert build.instance('generous').violation.trace.steps.size() == 6
build.has('target/parley/traces/lock-generous.json')
build.has('target/parley/traces/letters-tooMany.json')

def compared = build.json().comparisons.find { it.description.instance == 'fits' }
assert compared.modes*.mode == ['stateful', 'dbss', 'reduced']
assert compared.modes[1].figures.states == 27
assert compared.modes[2].reductions*.over == ['stateful', 'dbss']
