package dev.parley.engine.internal.lint;

import dev.parley.api.AssumePure;
import dev.parley.engine.internal.lint.ClassCode.MethodCode;
import dev.parley.engine.internal.lint.ClassCode.Site;
import dev.parley.engine.internal.lint.ClassCode.StaticField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Fills a {@link ClassCode} in one pass over a class file. */
final class ClassCodeVisitor extends ClassVisitor {
  private static final int API = Opcodes.ASM9;
  private static final String ASSUME_PURE = Type.getDescriptor(AssumePure.class);

  private final ClassLoader loader;
  private final Map<String, StaticField> staticFields = new LinkedHashMap<>();
  private final Map<String, MethodCode> methods = new LinkedHashMap<>();
  private final Set<String> made = new HashSet<>();
  private final Set<String> constantsOf = new HashSet<>();
  private final Set<String> comparingMethods = new HashSet<>();
  private String name = "";
  private String parent = "";
  private boolean isAbstract;
  private List<String> interfaces = List.of();
  private Optional<String> sourceFile = Optional.empty();
  private Optional<String> vouched = Optional.empty();

  ClassCodeVisitor(ClassLoader loader) {
    super(API);
    this.loader = loader;
  }

  ClassCode code() {
    return new ClassCode(
        name,
        loader,
        parent,
        interfaces,
        sourceFile,
        vouched,
        isAbstract,
        staticFields,
        methods,
        new ClassCode.Uses(made, constantsOf));
  }

  /** Whether some method compares references. */
  boolean compares() {
    return !comparingMethods.isEmpty();
  }

  /** Takes a second look at those methods. */
  void addComparisons(ClassNode parsed) {
    for (MethodNode method : parsed.methods) {
      String key = method.name + method.desc;
      if (comparingMethods.contains(key)) {
        methods.put(key, methods.get(key).with(Comparisons.in(name, method)));
      }
    }
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    this.name = name;
    this.parent = parent;
    this.isAbstract = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0;
    this.interfaces = List.of(interfaces);
  }

  @Override
  public void visitSource(String source, String debug) {
    sourceFile = Optional.ofNullable(source);
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return descriptor.equals(ASSUME_PURE) ? new Reason(r -> vouched = Optional.of(r)) : null;
  }

  @Override
  public FieldVisitor visitField(
      int access, String field, String descriptor, String signature, Object value) {
    if ((access & Opcodes.ACC_STATIC) != 0) {
      staticFields.put(field, new StaticField(field, access));
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    return new Body(access, method, descriptor);
  }

  /** Collects the sites of one method. */
  private final class Body extends MethodVisitor {
    private final int access;
    private final String method;
    private final String descriptor;
    private final List<Site> sites = new ArrayList<>();
    private Optional<String> vouchedMethod = Optional.empty();
    private int firstLine;
    private int line;
    private boolean inLambda;
    private boolean comparing;

    Body(int access, String method, String descriptor) {
      super(API);
      this.access = access;
      this.method = method;
      this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
      return annotation.equals(ASSUME_PURE)
          ? new Reason(r -> vouchedMethod = Optional.of(r))
          : null;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
      firstLine = firstLine == 0 ? number : firstLine;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String called, String types, boolean i) {
      boolean dispatched = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
      add(dispatched ? Site.Kind.DISPATCH : Site.Kind.CALL, owner, called, types);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String type) {
      if (opcode == Opcodes.GETSTATIC) {
        constantsOf.add(owner);
        add(Site.Kind.READ, owner, field, type);
      } else if (opcode == Opcodes.PUTSTATIC) {
        add(Site.Kind.WRITE, owner, field, type);
      } else {
        boolean reads = opcode == Opcodes.GETFIELD;
        add(reads ? Site.Kind.GET : Site.Kind.SET, owner, field, type);
      }
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
      comparing |= Comparisons.isOne(opcode);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.NEW) {
        make(type);
      }
    }

    /** A lambda or method reference counts as called where it is made. */
    @Override
    public void visitInvokeDynamicInsn(
        String called, String types, Handle bootstrap, Object... arguments) {
      inLambda = true;
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          visitHandle(handle);
        }
      }
      inLambda = false;
    }

    private void visitHandle(Handle handle) {
      String owner = handle.getOwner();
      switch (handle.getTag()) {
        case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKEINTERFACE ->
            add(Site.Kind.DISPATCH, owner, handle.getName(), handle.getDesc());
        case Opcodes.H_INVOKESTATIC, Opcodes.H_INVOKESPECIAL ->
            add(Site.Kind.CALL, owner, handle.getName(), handle.getDesc());
        case Opcodes.H_NEWINVOKESPECIAL -> {
          make(owner);
          add(Site.Kind.CALL, owner, handle.getName(), handle.getDesc());
        }
        default -> {
          // Handles of instance fields: the accessors of records.
        }
      }
    }

    @Override
    public void visitEnd() {
      if (comparing) {
        comparingMethods.add(method + descriptor);
      }
      methods.put(
          method + descriptor,
          new MethodCode(
              method,
              descriptor,
              access,
              firstLine == 0 ? OptionalInt.empty() : OptionalInt.of(firstLine),
              vouchedMethod,
              List.copyOf(sites)));
    }

    private void make(String type) {
      made.add(type);
      add(Site.Kind.MAKE, type, "", "");
    }

    private void add(Site.Kind kind, String owner, String member, String types) {
      sites.add(new Site(kind, owner, member, types, line, inLambda));
    }
  }

  /** Reads the reason out of {@code @AssumePure}. */
  private static final class Reason extends AnnotationVisitor {
    private final Consumer<String> sink;

    Reason(Consumer<String> sink) {
      super(API);
      this.sink = sink;
    }

    @Override
    public void visit(String element, Object value) {
      sink.accept((String) value);
    }
  }
}
