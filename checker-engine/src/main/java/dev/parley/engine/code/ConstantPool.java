package dev.parley.engine.code;

import dev.parley.engine.internal.lint.Influences;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;

/** What a class names: classes, and what it calls of the JDK. */
final class ConstantPool {
  private static final int UTF8 = 1;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;

  private static final Set<String> PROGRAMS =
      Set.of("dev/parley/api/Peer", "dev/parley/api/PeerProgram");

  private final ClassReader reader;
  private final char[] buffer;

  ConstantPool(ClassReader reader) {
    this.reader = reader;
    this.buffer = new char[reader.getMaxStringLength()];
  }

  private int tag(int item) {
    int offset = reader.getItem(item);
    return offset == 0 ? 0 : reader.readByte(offset - 1);
  }

  /** All that may be names of classes, by internal name; many are not. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (int item = 1; item < reader.getItemCount(); item++) {
      if (tag(item) == UTF8) {
        addNames(utf8(item), names);
      }
    }
    return names;
  }

  /** Names of classes stand in texts too, as such or within descriptors and signatures. */
  private static void addNames(String text, Set<String> names) {
    addName(text, names);
    for (int at = text.indexOf('L'); at >= 0; at = text.indexOf('L', at + 1)) {
      int end = at + 1;
      while (end < text.length() && ";<>.:".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      addName(text.substring(at + 1, end), names);
    }
  }

  private static void addName(String text, Set<String> names) {
    String name = text.replace('.', '/');
    boolean possible =
        !name.isEmpty()
            && name.length() < 1_000
            && name.charAt(0) != '/'
            && name.charAt(0) != '['
            && name.chars().allMatch(c -> c == '/' || Character.isJavaIdentifierPart(c));
    if (possible && !Influences.isOutside(name)) {
      names.add(name);
    }
  }

  /** The first call or field that tells of something else than the class and its arguments. */
  Optional<String> influence() {
    for (int item = 1; item < reader.getItemCount(); item++) {
      Optional<String> influence =
          switch (tag(item)) {
            case METHOD, INTERFACE_METHOD ->
                Influences.ofCall(owner(item), name(item), descriptor(item));
            case FIELD -> Influences.ofField(owner(item), name(item));
            default -> Optional.empty();
          };
      if (influence.isPresent()) {
        return influence.map(what -> "uses " + what);
      }
    }
    return Optional.empty();
  }

  /** A node that stands for a program outside: whether that has changed cannot be seen here. */
  Optional<String> program() {
    return names().stream()
        .filter(PROGRAMS::contains)
        .findFirst()
        .map(name -> "uses " + name.replace('/', '.') + ", a program of its own");
  }

  private String owner(int item) {
    return reader.readClass(reader.getItem(item), buffer);
  }

  private String name(int item) {
    return reader.readUTF8(nameAndType(item), buffer);
  }

  private String descriptor(int item) {
    return reader.readUTF8(nameAndType(item) + 2, buffer);
  }

  private int nameAndType(int item) {
    return reader.getItem(reader.readUnsignedShort(reader.getItem(item) + 2));
  }

  private String utf8(int item) {
    int offset = reader.getItem(item);
    int length = reader.readUnsignedShort(offset);
    StringBuilder text = new StringBuilder(length);
    // Modified UTF-8; only names matter here, and what is not ASCII is read as such.
    for (int at = offset + 2; at < offset + 2 + length; ) {
      int first = reader.readByte(at);
      if (first < 0x80) {
        text.append((char) first);
        at++;
      } else if (first < 0xE0) {
        text.append((char) ((first & 0x1F) << 6 | reader.readByte(at + 1) & 0x3F));
        at += 2;
      } else {
        text.append(
            (char)
                ((first & 0x0F) << 12
                    | (reader.readByte(at + 1) & 0x3F) << 6
                    | reader.readByte(at + 2) & 0x3F));
        at += 3;
      }
    }
    return text.toString();
  }
}
