package dev.parley.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The checked-out sources. */
final class Repository {
  static final Path ROOT = Path.of("..");

  private Repository() {}

  /** The folders of all modules. */
  static List<String> modules() {
    Element modules = child(pom("."), "modules").orElseThrow();
    return children(modules).stream().map(Element::getTextContent).toList();
  }

  /** The root element of a folder's POM. */
  static Element pom(String folder) {
    Path file = ROOT.resolve(folder).resolve("pom.xml");
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }

  /** The text below an element, by a path as {@code scm/url}; nothing if it is missing or blank. */
  static Optional<String> text(Element element, String path) {
    Optional<Element> found = Optional.of(element);
    for (String name : path.split("/")) {
      found = found.flatMap(parent -> child(parent, name));
    }
    return found.map(Element::getTextContent).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static Optional<Element> child(Element parent, String name) {
    return children(parent).stream().filter(child -> child.getTagName().equals(name)).findFirst();
  }

  private static List<Element> children(Element parent) {
    NodeList nodes = parent.getChildNodes();
    List<Element> elements = new ArrayList<>();
    IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .forEach(elements::add);
    return elements;
  }
}
