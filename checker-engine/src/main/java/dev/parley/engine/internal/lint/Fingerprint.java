package dev.parley.engine.internal.lint;

import dev.parley.engine.model.Model;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Identifies the code that was checked, so that two runs can be compared.
 *
 * <p>It is a digest of the class files a lint looked into, each written anew without what only
 * debuggers see: lines, names of local variables, the source file. Writing anew also settles the
 * order of the constant pool, which otherwise depends on debug information too. A comment, a moved
 * method, another {@code -g} change nothing; an annotation does, as it should.
 */
public final class Fingerprint {
  /**
   * Raised when the same classes begin to have other states, so that figures before and after that
   * change are not compared.
   */
  private static final int SEMANTICS = 1;

  private static final int BYTES = 16;

  private Fingerprint() {}

  /**
   * The fingerprint of an instance.
   *
   * @param code the fingerprint of its code
   * @param description its names, parameters among them
   * @return hexadecimal digits
   */
  public static String of(String code, Model.Description description) {
    MessageDigest digest = sha256();
    for (String part :
        List.of(
            Integer.toString(SEMANTICS),
            code,
            description.protocolClass(),
            description.instance())) {
      digest.update(part.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    return hex(digest);
  }

  /** The fingerprint of classes, given in the order of their names. */
  static String of(List<ClassCode> classes) {
    MessageDigest digest = sha256();
    for (ClassCode code : classes) {
      ClassFiles.open(code.name(), code.loader())
          .ifPresent(reader -> digest.update(withoutDebugInformation(reader)));
    }
    return hex(digest);
  }

  private static byte[] withoutDebugInformation(ClassReader reader) {
    ClassWriter writer = new ClassWriter(0);
    reader.accept(writer, ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
