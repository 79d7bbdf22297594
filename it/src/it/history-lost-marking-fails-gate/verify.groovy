import groovy.json.JsonSlurper

def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

String marked = 'letters / fits: dbss saves 22.86 % of the states of stateful, 0.0 points less than recorded for 1111111 (22.86 %); at most 2.5 points are allowed'
String lost = 'letters / fits: dbss saves 0.0 % of the states of stateful, 22.86 points less than recorded for 2222222 (22.86 %); at most 2.5 points are allowed'
build.saysInOrder(
    'Recorded for commit 1111111: ', 'BUILD SUCCESS',
    "[INFO]   $marked", 'Recorded for commit 2222222: ', 'BUILD SUCCESS',
    "[ERROR]   $lost", 'Recorded for commit 3333333: ', 'BUILD FAILURE',
    "1 figure is worse than recorded: $lost. If that is intended, record it once with -Dparley.accept")
build.showsNoStack()
build.isReported()
assert build.file('target/parley/summary.md').text.contains('❌ letters / fits: dbss saves 0.0 %')

String index = build.file('target/parley/index.html').text
assert index.contains('title="27 states when last recorded, 35 now: commit 2222222, ')
assert index.contains('▲ 29.6 % more')
String trend = build.file('target/parley/trends/letters-trend.html').text
['1111111', '2222222', 'this run', '22.9 %', '0.0 %'].each { assert trend.contains(it) }

def lines = build.file('parley-history.jsonl').readLines('UTF-8').collect { new JsonSlurper().parseText(it) }
assert lines*.commit*.charAt(0).join() == '112233'
assert lines*.instance == ['fits', 'tooMany'] * 3
assert lines*.verdict == ['VERIFIED', 'VIOLATED'] * 3
assert lines*.accepted == [true, true, true, true, false, true]
assert lines[0].states == 27
assert lines[0].comparedStates == [dbss: 27, stateful: 35]
assert lines[0].reductions == [dbss: 22.86]
assert lines[4].reductions == [dbss: 0.00]
assert lines[0].fingerprint == lines[2].fingerprint
assert lines[0].fingerprint != lines[4].fingerprint
assert lines[0].fingerprint != lines[1].fingerprint
