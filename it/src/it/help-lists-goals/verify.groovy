def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder('This plugin has 3 goals:', 'parley:check', 'parley:help', 'parley:replay', 'BUILD SUCCESS')
