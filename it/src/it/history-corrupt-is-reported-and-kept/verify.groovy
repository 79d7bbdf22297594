def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder(
    'parley-history.jsonl, line 1 is the mark of a merge conflict. It is ignored and kept in the file.',
    "parley-history.jsonl, line 2 does not have a text under 'recordedAt'. It is ignored and kept in the file.",
    'parley-history.jsonl, line 3 is not a JSON object; it seems to have been cut off. It is ignored and kept in the file.',
    'Recorded for commit 4444444: ',
    'BUILD SUCCESS',
    'BUILD FAILURE',
    'The history cannot be used: ')
build.says('newer.jsonl, line 1 has format 99 of a newer Parley, and this one knows formats up to 1. Nothing is added to it; record with the newer Parley, or to another file with -Dparley.history.file')
build.showsNoStack()

String kept = build.file('original.txt').text
String now = build.file('parley-history.jsonl').text
assert now.startsWith(kept + '\n{"format":1,"commit":"4444444')
assert now.endsWith('}\n')
assert build.file('newer.jsonl').text == '{"format":99,"commit":"abc"}\n'
