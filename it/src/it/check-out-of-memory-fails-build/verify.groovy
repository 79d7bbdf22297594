def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/.*1 of 3 instances are not as declared: counters \/ flooding: the memory budget was exhausted after [\d,]+ states, .*; nothing is proven \(raise the engine's heap with -Dparley\.heap, or make the instance smaller\).*/)
build.saysMatching(/\[WARNING\] counters \/ flooding: The engine's heap ran out, of which \d+ MB can be used; .*/)
build.says('BUILD FAILURE')
build.neverSays('OutOfMemoryError')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [calm: 'VERIFIED', flooding: 'BUDGET_EXHAUSTED', quiet: 'VERIFIED']
assert build.instance('flooding').exhausted == 'MEMORY'
assert build.instance('flooding').figures.states > 0
assert build.instance('quiet').figures.states == 100
