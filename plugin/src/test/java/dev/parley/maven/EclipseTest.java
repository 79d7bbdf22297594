package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** A goal that Eclipse does not know makes it mark the user's project as erroneous. */
class EclipseTest {
  @Test
  void eclipseKnowsEveryGoal() throws Exception {
    assertThat(names("/META-INF/m2e/lifecycle-mapping-metadata.xml", "goal"))
        .containsExactlyInAnyOrderElementsOf(names("/META-INF/maven/plugin.xml", "goal"));
  }

  private static List<String> names(String resource, String element) throws Exception {
    try (var in = EclipseTest.class.getResourceAsStream(resource)) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      NodeList found = document.getElementsByTagName(element);
      List<String> names = new ArrayList<>();
      for (int i = 0; i < found.getLength(); i++) {
        names.add(found.item(i).getTextContent().strip());
      }
      // The name of a parameter of the goal "help" is an element of this name too.
      names.remove("${goal}");
      return names;
    }
  }
}
