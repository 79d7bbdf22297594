def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder('BUILD SUCCESS', ':report ', 'Report: ', 'BUILD SUCCESS')
String page = build.file('target/site/parley-report.html').text
assert page.contains('Protocols checked by Parley')
assert page.contains('href="parley/index.html"')
assert page.contains('as declared')
assert build.file('target/site/parley/index.html').text.trim().endsWith('</html>')
build.has('target/site/parley/parley.json')
build.isReported()
