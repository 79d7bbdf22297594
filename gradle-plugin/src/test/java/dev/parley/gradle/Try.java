package dev.parley.gradle;
import org.gradle.testfixtures.ProjectBuilder;
import org.gradle.api.Project;
public class Try { public static void main(String[] a) throws Exception {
 Project p = ProjectBuilder.builder().withName("lease").build();
 p.getPluginManager().apply("java");
 p.getPluginManager().apply("dev.parley");
 ParleyCheck t = (ParleyCheck) p.getTasks().getByName("parleyCheck");
 System.out.println(t.getParameters().get()+" "+t.getClassDirectories().getFiles()+" "+t.getOutputDirectory().get()+t.getClassPath().getFiles());
 System.out.println(t.getJavaLauncher().get().getExecutablePath());
 System.out.println(p.getTasks().getByName("check").getTaskDependencies().getDependencies(null));
}}
