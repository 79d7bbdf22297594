package dev.parley.report;

import java.util.List;
import java.util.Optional;

/** Finds the code of handlers, so that pages can show it beside the steps. */
@FunctionalInterface
public interface Sources {
  /** There is no source code to show. */
  Sources NONE = (protocolClass, handler, place) -> Optional.empty();

  /**
   * Finds a handler's code.
   *
   * @param protocolClass the protocol's class: the handler's is likely near
   * @param handler the handler, as {@code Acceptor.read}
   * @param place where its code begins, as {@code Acceptor.java:42}
   * @return nothing if the file is not known
   */
  Optional<Snippet> find(String protocolClass, String handler, String place);

  /**
   * A piece of a source file.
   *
   * @param path the file, relative to the repository or module
   * @param href where the line is shown in the repository's pages; maybe empty
   * @param first the number of the first line
   * @param marked the number of the line that the handler's code begins with
   * @param lines the lines
   */
  record Snippet(String path, String href, int first, int marked, List<String> lines) {
    /** Keeps its own copy. */
    public Snippet {
      lines = List.copyOf(lines);
    }
  }
}
