def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.says('[INFO] Parley is skipped (parley.skip).', 'BUILD SUCCESS')
build.neverSays('checking', '[ERROR]')
build.hasNo('target/parley')
