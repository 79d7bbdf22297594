def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/.*counters \/ boundless: the states budget was exhausted after 1,\d{3} states, depth \d+ and .*; nothing is proven \(.*Counter\w*\.\w+ grew through 0\.\.\d+ and is still growing; if nothing bounds it, .*\)\. Report: .*/)
build.says('BUILD FAILURE')
build.neverSays('[INFO] counters  boundless  verified')
build.showsNoStack()
build.isReported()
assert build.instance('boundless').verdict == 'BUDGET_EXHAUSTED'
assert build.instance('boundless').exhausted == 'STATES'
assert build.junit().@failures == '1'
