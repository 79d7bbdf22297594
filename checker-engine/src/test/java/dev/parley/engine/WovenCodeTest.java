package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class that does more than its class file shows, as one that an agent has woven advice into: the
 * sends that byte code shows are not all, and what rests on them must not be trusted. Public, since
 * the woven class is of another package at run time.
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

  /** Defines the class as it is, and shows a class file in which its step does nothing. */
  private static final class WeavingLoader extends ClassLoader {
    private static final String NAME = WovenSender.class.getName();

    WeavingLoader() {
      super(WovenCodeTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.equals(NAME) || findLoadedClass(name) != null) {
          return super.loadClass(name, resolve);
        }
        byte[] code = original();
        return defineClass(name, code, 0, code.length);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.equals(NAME.replace('.', '/') + ".class")
          ? new ByteArrayInputStream(withoutStep(original()))
          : super.getResourceAsStream(name);
    }

    private byte[] original() {
      try (InputStream in = super.getResourceAsStream(NAME.replace('.', '/') + ".class")) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static byte[] withoutStep(byte[] code) {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      new ClassReader(code)
          .accept(
              new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String type, String signature, String[] exceptions) {
                  MethodVisitor out = super.visitMethod(access, name, type, signature, exceptions);
                  return name.equals("post") ? emptied(out) : out;
                }
              },
              0);
      return writer.toByteArray();
    }

    private static MethodVisitor emptied(MethodVisitor out) {
      out.visitCode();
      out.visitInsn(Opcodes.RETURN);
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
    PartialOrder partialOrder = PartialOrder.DEFAULT.with(knowledge);
    return Checker.check(
        model(),
        SearchOptions.DEFAULT.withPartialOrder(Optional.of(partialOrder)),
        ProgressListener.NONE);
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
}
