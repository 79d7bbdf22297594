package dev.parley.maven;

import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugins.annotations.Mojo;

/** Check. */
@Mojo(name = "check")
public final class CheckMojo extends AbstractMojo {
  @Override
  public void execute() {}
}
