def build = new GroovyClassLoader(getClass().classLoader).parseClass(new File(scripts, 'Build.groovy')).newInstance(basedir)

build.saysInOrder('This plugin has 7 goals:', 'parley:check', 'parley:compare', 'parley:gate', 'parley:help', 'parley:replay', 'parley:report', 'parley:report-aggregate', 'BUILD SUCCESS')
