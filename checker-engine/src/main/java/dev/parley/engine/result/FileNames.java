package dev.parley.engine.result;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
 * without a table of those already given. The one exception: names that differ in case only are
 * different here and yet the same file on a file system that ignores case.
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
