def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/\[WARNING\] counters \/ boundless: the states budget was exhausted after 1,\d{3} states, .*; nothing is proven .*/)
build.says('BUILD SUCCESS')
build.neverSays('[ERROR]', ' verified')
build.isReported()
assert build.instance('boundless').verdict == 'BUDGET_EXHAUSTED'
assert build.junit().@failures == '0'
assert build.junit().@skipped == '2'
