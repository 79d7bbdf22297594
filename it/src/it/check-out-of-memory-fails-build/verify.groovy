def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

// The engine stops by itself when its tables have nearly filled the heap; what a step takes it cannot foresee.
build.saysMatching(/.*2 of 4 instances are not as declared: .*counters \/ flooding: the memory budget was exhausted after [\d,]+ states, .*; nothing is proven \(search with -Dparley\.mode=reduced, raise the engine's heap with -Dparley\.heap, or make the instance smaller\).*/)
build.saysMatching(/\[WARNING\] counters \/ hoarding: The engine's heap ran out, of which \d+ MB can be used; .*/)
build.says('BUILD FAILURE')
build.neverSays('OutOfMemoryError')
build.showsNoStack()
build.isReported()
assert build.verdicts() == [calm: 'VERIFIED', flooding: 'BUDGET_EXHAUSTED', hoarding: 'BUDGET_EXHAUSTED', quiet: 'VERIFIED']
assert build.instance('hoarding').exhausted == 'MEMORY'
assert build.instance('flooding').exhausted == 'MEMORY'
assert build.instance('flooding').figures.states > 0
assert build.instance('quiet').figures.states == 100
