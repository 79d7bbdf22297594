package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The guide's page of goals and parameters is written from the plugin's descriptor, that is, from
 * the Javadoc of the goals. After a change there, {@code -Dparley.golden.update=true} writes it
 * anew.
 */
class GoalsPageTest {
  private static final Path DESCRIPTOR = Path.of("target/plugin-enhanced.xml");
  private static final Path PAGE = Path.of("../src-site/markdown/goals.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)<pre><code>(.*?)</code></pre>");

  @Test
  void thePageOfGoalsListsEveryGoalAndParameter() throws Exception {
    String page = page(descriptor());
    if (Boolean.getBoolean("parley.golden.update")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("differs from the goals' Javadoc; run with -Dparley.golden.update=true")
        .isEqualTo(page);
  }

  private static Element descriptor() throws Exception {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(DESCRIPTOR.toFile())
          .getDocumentElement();
    } catch (IOException e) {
      throw new AssertionError("run by Maven, which makes the descriptor before the tests", e);
    }
  }

  private static String page(Element plugin) {
    StringBuilder page = new StringBuilder("# Goals and parameters\n\n");
    page.append(
        """
        Parameters go into the plugin's `<configuration>`, or, where a property is named, on the
        command line as `-Dproperty=value`. The configuration in the POM wins over the command line.

        <!-- Written from the goals' Javadoc by GoalsPageTest; change it there. -->
        """);
    for (Element goal : children(child(plugin, "mojos").orElseThrow(), "mojo")) {
      page.append(goal(goal));
    }
    return page.toString();
  }

  private static String goal(Element goal) {
    StringBuilder text = new StringBuilder();
    text.append("\n## parley:").append(text(goal, "goal").orElseThrow()).append("\n\n");
    text.append(markdown(text(goal, "description").orElse(""))).append("\n\n");
    text.append(
        text(goal, "phase")
            .map(phase -> "Bound to the phase `" + phase + "` unless an execution says otherwise.")
            .orElse("Bound to no phase; called from the command line."));
    text.append("\n");
    Element parameters = child(goal, "parameters").orElseThrow();
    for (Element parameter : children(parameters, "parameter")) {
      if (text(parameter, "editable").orElseThrow().equals("true")) {
        text.append(parameter(parameter, child(goal, "configuration").orElseThrow()));
      }
    }
    return text.toString();
  }

  private static String parameter(Element parameter, Element configuration) {
    String name = text(parameter, "name").orElseThrow();
    Optional<Element> configured = child(configuration, name);
    List<String> facts = new ArrayList<>();
    facts.add("Type: " + type(text(parameter, "type").orElseThrow()));
    configured
        .map(Element::getTextContent)
        .filter(expression -> expression.startsWith("${"))
        .ifPresent(e -> facts.add("Property: `" + e.substring(2, e.length() - 1) + "`"));
    configured
        .map(element -> element.getAttribute("default-value"))
        .filter(value -> !value.isEmpty())
        .ifPresent(value -> facts.add("Default: `" + value + "`"));
    if (text(parameter, "required").orElseThrow().equals("true")) {
      facts.add("Required");
    }
    String description = text(parameter, "description").orElse("");
    Matcher example = EXAMPLE.matcher(description);
    String code = example.find() ? plain(example.group(1)).strip() : "";
    return "\n### "
        + name
        + "\n\n"
        + markdown(example.reset().replaceAll(""))
        + "\n\n"
        + String.join(". ", facts)
        + ".\n"
        + (code.isEmpty() ? "" : "\n```" + (code.startsWith("<") ? "xml" : "") + "\n")
        + (code.isEmpty() ? "" : code + "\n```\n");
  }

  private static String type(String type) {
    return switch (type) {
      case "dev.parley.maven.BudgetParameters",
          "java.util.List<dev.parley.maven.ThresholdParameters>" ->
          "nested elements, as below";
      case "java.io.File" -> "path";
      default -> type.substring(type.lastIndexOf('.') + 1).toLowerCase(java.util.Locale.ROOT);
    };
  }

  /** The little HTML that Javadoc leaves in descriptions. */
  private static String markdown(String html) {
    return plain(
            html.replaceAll("</?code>", "`")
                .replaceAll("\\s*<(?:p|br)\\s*/?>\\s*", "\n\n")
                .replaceAll("</p>", ""))
        .strip();
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  private static Optional<String> text(Element parent, String name) {
    return child(parent, name).map(Element::getTextContent);
  }

  private static Optional<Element> child(Element parent, String name) {
    return children(parent, name).stream().findFirst();
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        children.add(element);
      }
    }
    return children;
  }
}
