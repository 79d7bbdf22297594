def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder('letters / fits: verified', 'letters / tooMany: violated', 'Comparison: ', 'BUILD SUCCESS')
build.saysMatching(/\[INFO\] stateful +verified +35 .* \d+ % \(stateless\).*/)
build.saysMatching(/\[INFO\] dbss +verified +27 .* \d+ % \(stateless\), 23 % \(stateful\).*/)
build.saysInOrder('BUILD SUCCESS', '2 instances checked, all as declared', 'Report: ', 'Comparison: ', 'BUILD SUCCESS')
build.neverSays('[WARNING]', '[ERROR]')
build.isReported()

def compared = build.json('target/parley/compare.json').comparisons.find { it.description.instance == 'fits' }
assert compared.verdict == 'VERIFIED'
assert compared.modes*.mode == ['stateful', 'dbss']
assert compared.modes*.figures*.states == [35, 27]
assert compared.modes[1].reductions[0].over == 'stateful'
assert compared.modes[1].reductions[0].statesPercent == 22.86
assert build.json().comparisons*.verdict == ['VERIFIED', 'VIOLATED']
assert build.file('target/parley/compare.md').text.contains('| dbss | verified | 27 |')
assert build.file('target/parley/compare.html').text.contains('Search modes compared')
assert build.file('target/parley/index.html').text.contains('href="compare.html"')
assert build.file('target/parley/instances/letters-fits.html').text.contains('Saved over stateful')
