def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder('This plugin has 4 goals:', 'parley:check', 'parley:compare', 'parley:help', 'parley:replay', 'BUILD SUCCESS')
