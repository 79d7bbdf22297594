package dev.parley.engine.result;

import dev.parley.engine.model.Model;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name, without extension, of every file about one instance: its report page, its trace.
 *
 * <p>Ordinary names stay readable: {@code paxos-small}, and with parameters, as in {@code
 * paxos(2,3)}, {@code paxos-paxos.2.3}. A name that cannot be kept (other characters than letters,
 * digits, dot, underscore and hyphen, a leading dot, a dot in the instance's name that could be
 * taken for parameters, a hyphen in it that would make the border between the two parts ambiguous,
 * too long) is mended and gets {@code ~} and a digest of the original, which no ordinary name
 * contains. So different instances have different names, wherever the function is called and
 * without a table of those already given. Names that differ in case only are one file on a file
 * system that ignores case: {@link #of(Collection)} tells them apart among the instances of a run.
 */
public final class FileNames {
  /** Leaves room for an extension and a temporary suffix within the common limit of 255. */
  private static final int LONGEST = 120;

  private static final int DIGEST_BYTES = 5;

  /** The name an instance with parameters has if it is not given another. */
  private static final Pattern PARAMETERS = Pattern.compile("(\\w+)\\((\\d+(?:,\\d+)*)\\)");

  private static final Pattern STRANGE = Pattern.compile("[^A-Za-z0-9._-]");

  private FileNames() {}

  /**
   * The file name for an instance.
   *
   * @param protocol the protocol's name
   * @param instance the instance's name
   * @return letters, digits and {@code . _ - ~} only, never empty
   */
  public static String of(String protocol, String instance) {
    Matcher parameters = PARAMETERS.matcher(instance);
    boolean parameterised = parameters.matches();
    String readable =
        parameterised
            ? parameters.group(1) + "." + parameters.group(2).replace(',', '.')
            : instance;
    String plain = mend(protocol) + "-" + mend(readable);
    boolean kept =
        plain.equals(protocol + "-" + readable)
            && !protocol.isEmpty()
            && !instance.isEmpty()
            && instance.indexOf('-') < 0
            && (parameterised || instance.indexOf('.') < 0)
            && plain.length() <= LONGEST;
    if (kept) {
      return plain;
    }
    String head = plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
    return head + "~" + digest(protocol + '\0' + instance);
  }

  /**
   * The file names of the instances of a run, which no two share on any file system.
   *
   * @param instances the instances of the run
   */
  public static Run of(Collection<Model.Description> instances) {
    Set<Key> distinct = new HashSet<>();
    Map<String, Integer> users = new HashMap<>();
    for (Model.Description instance : instances) {
      Key key = Key.of(instance);
      if (distinct.add(key)) {
        users.merge(key.fileName().toLowerCase(Locale.ROOT), 1, Integer::sum);
      }
    }
    return new Run(users);
  }

  private record Key(String protocol, String instance) {
    static Key of(Model.Description description) {
      return new Key(description.protocol(), description.instance());
    }

    String fileName() {
      return FileNames.of(protocol, instance);
    }
  }

  /** The file names of the instances of one run. */
  public static final class Run {
    /** How many instances have a name, if case is ignored. */
    private final Map<String, Integer> users;

    private Run(Map<String, Integer> users) {
      this.users = users;
    }

    /** The file name of one of the instances. */
    public String of(Model.Description instance) {
      Key key = Key.of(instance);
      String name = key.fileName();
      boolean shared = users.getOrDefault(name.toLowerCase(Locale.ROOT), 0) > 1;
      return shared ? name + "~" + digest(key.protocol() + '\0' + key.instance()) : name;
    }
  }

  /**
   * The file of a trace that a smallest set of faults leads to.
   *
   * @param traceFile the file of the instance's counterexample
   * @param number which set, counted from 1
   */
  public static String ofBreakingFaults(String traceFile, int number) {
    // No instance has this name: after a tilde, others have hexadecimal digits only.
    return traceFile.substring(0, traceFile.lastIndexOf('.')) + "~faults" + number + ".json";
  }

  private static String mend(String name) {
    String mended = STRANGE.matcher(name).replaceAll("_");
    return mended.startsWith(".") ? "_" + mended.substring(1) : mended;
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
