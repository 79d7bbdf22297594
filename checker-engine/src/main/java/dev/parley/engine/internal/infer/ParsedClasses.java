package dev.parley.engine.internal.infer;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.objectweb.asm.tree.ClassNode;

/**
 * Class files that were parsed, for all checks of one run. Each instance has a class loader of its
 * own, but they all read the same class path, and what is read there is the same; nobody changes
 * it. When memory runs short it is forgotten. And what was spent so far on following their code to
 * make suggestions, which is limited for all instances together.
 */
public final class ParsedClasses {
  private final Map<String, SoftReference<ClassNode>> known = new ConcurrentHashMap<>();
  private final AtomicLong parsed = new AtomicLong();
  private final AtomicLong followed = new AtomicLong();

  /** A class loader that shares what is parsed with others of the same class path. */
  public interface Sharing {
    /** What was parsed so far. */
    ParsedClasses parsedClasses();
  }

  /** Nothing is parsed yet. */
  public ParsedClasses() {}

  /** How many class files were parsed. */
  public long count() {
    return parsed.get();
  }

  /** How many instructions were followed to make suggestions. */
  public long followed() {
    return followed.get();
  }

  /** The same for the loader's class path, after some more. */
  static long followed(ClassLoader loader, long more) {
    return loader instanceof Sharing sharing
        ? sharing.parsedClasses().followed.addAndGet(more)
        : more;
  }

  static Optional<ClassNode> of(
      ClassLoader loader, String name, Supplier<Optional<ClassNode>> parse) {
    return loader instanceof Sharing sharing
        ? sharing.parsedClasses().get(name, parse)
        : parse.get();
  }

  private Optional<ClassNode> get(String name, Supplier<Optional<ClassNode>> parse) {
    SoftReference<ClassNode> reference = known.get(name);
    ClassNode node = reference == null ? null : reference.get();
    if (node != null) {
      return Optional.of(node);
    }
    Optional<ClassNode> read = parse.get();
    read.ifPresent(
        fresh -> {
          parsed.incrementAndGet();
          known.put(name, new SoftReference<>(fresh));
        });
    return read;
  }
}
