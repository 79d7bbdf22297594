def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/\[INFO\] pairs +one +verified +2 +1 .* ok/)
build.says('BUILD SUCCESS')
build.isReported()
assert build.verdicts() == [one: 'VERIFIED']
