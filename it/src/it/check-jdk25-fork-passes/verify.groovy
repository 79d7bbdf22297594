def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysMatching(/\[INFO\] The engine runs on the toolchain JDK.*/)
build.saysMatching(/\[INFO\] ping-pong +clients\(3\) +verified +64 +144 +9 .* ok/)
build.says('BUILD SUCCESS')
build.isReported()
assert build.json().environment.engineJava.startsWith('25')
assert build.verdicts() == ['clients(1)': 'VERIFIED', 'clients(3)': 'VERIFIED']
