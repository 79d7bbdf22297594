package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes that do more than their class files show, as if an agent had woven advice into them: what
 * byte code shows is not all, and what rests on it must not be trusted. Public, since the woven
 * classes are of another package at run time.
 */
public class WovenCodeTest {
  /** What is sent. */
  public record Letter() {}

  /** Notes that a letter came. */
  public static final class Receiver extends Node {
    boolean got;

    @Receive
    void letter(Letter m) {
      got = true;
    }
  }

  /** Defines the classes as they are, and shows class files in which their methods do nothing. */
  private static final class WeavingLoader extends ClassLoader {
    private static final Set<String> WOVEN =
        Set.of(WovenSender.class.getName(), WovenProtocol.class.getName());

    WeavingLoader() {
      super(WovenCodeTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!WOVEN.contains(name) || findLoadedClass(name) != null) {
          return super.loadClass(name, resolve);
        }
        byte[] code = original(name.replace('.', '/') + ".class");
        return defineClass(name, code, 0, code.length);
      }
    }

    @Override
    public InputStream getResourceAsStream(String file) {
      return WOVEN.contains(file.replace(".class", "").replace('/', '.'))
          ? new ByteArrayInputStream(emptied(original(file)))
          : super.getResourceAsStream(file);
    }

    private byte[] original(String file) {
      try (InputStream in = super.getResourceAsStream(file)) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static byte[] emptied(byte[] code) {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      new ClassReader(code)
          .accept(
              new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String type, String signature, String[] exceptions) {
                  MethodVisitor out = super.visitMethod(access, name, type, signature, exceptions);
                  return switch (name) {
                    case "post" -> returning(out, Opcodes.NOP, Opcodes.RETURN);
                    case "isDone" -> returning(out, Opcodes.ICONST_0, Opcodes.IRETURN);
                    default -> out;
                  };
                }
              },
              0);
      return writer.toByteArray();
    }

    private static MethodVisitor returning(MethodVisitor out, int value, int result) {
      out.visitCode();
      out.visitInsn(value);
      out.visitInsn(result);
      out.visitMaxs(0, 1);
      out.visitEnd();
      return null;
    }
  }

  private static Model model() throws ReflectiveOperationException {
    Constructor<?> sender =
        Class.forName(WovenSender.class.getName(), true, new WeavingLoader()).getConstructor();
    Node woven = (Node) sender.newInstance();
    return Models.loaded(
        new Topology().add("Sender", 1, i -> woven).add("Receiver", 1, i -> new Receiver()),
        Models.invariant("nothingCame", w -> !w.nodes(Receiver.class).get(0).got));
  }

  private static InstanceResult check(PartialOrder.Knowledge knowledge)
      throws ReflectiveOperationException {
    return check(model(), Optional.of(PartialOrder.DEFAULT.with(knowledge)));
  }

  private static InstanceResult check(Model model, Optional<PartialOrder> partialOrder) {
    return Checker.check(
        model, SearchOptions.DEFAULT.withPartialOrder(partialOrder), ProgressListener.NONE);
  }

  @Test
  void aSendThatByteCodeDoesNotShowIsAnError() throws ReflectiveOperationException {
    InstanceResult result = check(PartialOrder.Knowledge.BYTE_CODE);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("WovenSender.post sends Letter to Receiver1", "byte code does not show");
  }

  @Test
  void trialRunsSeeWhatTheCodeDoes() throws ReflectiveOperationException {
    InstanceResult result = check(PartialOrder.Knowledge.TRIAL_RUNS);

    assertThat(result.verdict()).as("%s", List.of(result.error())).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aPropertyThatReadsMoreThanByteCodeShowsIsAnError() throws ReflectiveOperationException {
    Class<?> protocol = Class.forName(WovenProtocol.class.getName(), true, new WeavingLoader());

    InstanceResult without = check(ModelLoader.load(protocol, "two"), Optional.empty());
    InstanceResult with =
        check(ModelLoader.load(protocol, "two"), Optional.of(PartialOrder.DEFAULT));

    assertThat(without.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(with.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(with.error().orElseThrow().message())
        .contains("notBoth is false where the fields that its byte code reads leave only true");
  }
}
