package dev.parley.engine.result;

import dev.parley.engine.model.Model;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
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
 * system that ignores case: {@link #of(Model.Description, Collection)} tells them apart among the
 * instances of a run.
 */
public final class FileNames {
  /** Leaves room for an extension and a temporary suffix within the common limit of 255. */
  private static final int LONGEST = 120;

  private static final int DIGEST_BYTES = 5;

  /** The name an instance with parameters has if it is not given another. */
  private static final Pattern PARAMETERS = Pattern.compile("(\\w+)\\((\\d+(?:,\\d+)*)\\)");

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
   * The file name for one of several instances, which no other has on any file system.
   *
   * @param instance the instance
   * @param all the instances of the run
   */
  public static String of(Model.Description instance, Collection<Model.Description> all) {
    String name = of(instance.protocol(), instance.instance());
    boolean shared =
        all.stream()
            .filter(
                other ->
                    !other.protocol().equals(instance.protocol())
                        || !other.instance().equals(instance.instance()))
            .map(other -> of(other.protocol(), other.instance()))
            .anyMatch(name::equalsIgnoreCase);
    return shared ? name + "~" + digest(instance.protocol() + '\0' + instance.instance()) : name;
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
    return name.replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^\\.", "_");
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
