package dev.parley.engine.model;

import dev.parley.api.AlwaysPossible;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.LeadsTo;
import dev.parley.api.Linearizable;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.SequentiallyConsistent;
import dev.parley.api.Terminal;
import dev.parley.api.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Picks {@link Protocol} and its {@link Instance}s out of one class file. */
final class ProtocolVisitor extends ClassVisitor {
  private static final int API = Opcodes.ASM9;
  private static final String PROTOCOL = Type.getDescriptor(Protocol.class);
  private static final String INSTANCE = Type.getDescriptor(Instance.class);
  private static final String INSTANCES = Type.getDescriptor(Instance.List.class);

  private static final Set<String> PARTS =
      Set.of(
          INSTANCE,
          INSTANCES,
          Type.getDescriptor(Invariant.class),
          Type.getDescriptor(Terminal.class),
          Type.getDescriptor(Reachable.class),
          Type.getDescriptor(Eventually.class),
          Type.getDescriptor(LeadsTo.class),
          Type.getDescriptor(AlwaysPossible.class),
          Type.getDescriptor(EveryRun.class),
          Type.getDescriptor(Linearizable.class),
          Type.getDescriptor(SequentiallyConsistent.class));

  private final List<DeclaredInstance> instances = new ArrayList<>();
  private boolean hasParts;
  private Optional<Elements> protocol = Optional.empty();
  private String internalName = "";
  private String simpleName = "";

  ProtocolVisitor() {
    super(API);
  }

  private record DeclaredInstance(ProtocolScanner.FoundMethod method, Elements elements) {}

  String className() {
    return internalName.replace('/', '.');
  }

  /**
   * What the class file declares, once it was visited. A protocol without instances, and a class
   * that has parts of a protocol without being one, get one instance that does not exist. Loading
   * it reports the mistake; otherwise nobody would notice that nothing is checked.
   */
  Optional<ProtocolScanner.FoundProtocol> protocol() {
    if (protocol.isEmpty()) {
      return hasParts
          ? Optional.of(found(className(), new Elements(), List.of()))
          : Optional.empty();
    }
    Elements p = protocol.get();
    return Optional.of(found(p.name.isEmpty() ? simpleName : p.name, p, instances));
  }

  private ProtocolScanner.FoundProtocol found(
      String name, Elements elements, List<DeclaredInstance> declared) {
    List<ProtocolScanner.FoundInstance> all =
        declared.stream()
            .flatMap(i -> instances(elements, i))
            .sorted(Comparator.comparing(ProtocolScanner.FoundInstance::name))
            .toList();
    return new ProtocolScanner.FoundProtocol(
        className(),
        name,
        List.copyOf(elements.tags),
        all.isEmpty()
            ? List.of(
                new ProtocolScanner.FoundInstance(
                    ProtocolScanner.NO_INSTANCE, elements.tags, Verdict.VERIFIED))
            : all);
  }

  private static Stream<ProtocolScanner.FoundInstance> instances(
      Elements protocol, DeclaredInstance i) {
    Set<String> tags = new LinkedHashSet<>(protocol.tags);
    tags.addAll(i.elements.tags);
    return parameters(i.elements).stream()
        .map(
            with ->
                new ProtocolScanner.FoundInstance(
                    InstanceNames.of(i.elements.name, i.method.name(), with),
                    List.copyOf(tags),
                    i.elements.expected,
                    Optional.of(i.method)));
  }

  /** If they cannot be read, loading the instance of the name that is left reports the mistake. */
  private static List<int[]> parameters(Elements elements) {
    try {
      return InstanceNames.parameters(elements.with, elements.each);
    } catch (IllegalArgumentException e) {
      return List.of(elements.with);
    }
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    internalName = name;
    simpleName = name.substring(name.lastIndexOf('/') + 1);
  }

  @Override
  public void visitInnerClass(String name, String outerName, String innerName, int access) {
    if (name.equals(internalName) && innerName != null) {
      simpleName = innerName;
    }
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    if (!descriptor.equals(PROTOCOL)) {
      return null;
    }
    Elements elements = new Elements();
    protocol = Optional.of(elements);
    return elements;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if ((access & Opcodes.ACC_SYNTHETIC) != 0) {
      return null;
    }
    ProtocolScanner.FoundMethod method =
        new ProtocolScanner.FoundMethod(
            name,
            Arrays.stream(Type.getArgumentTypes(descriptor))
                .map(Type::getClassName)
                .collect(Collectors.joining(", ")));
    return new MethodVisitor(API) {
      @Override
      public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        hasParts |= PARTS.contains(annotation);
        if (annotation.equals(INSTANCES)) {
          return new Each(() -> add(method));
        }
        return annotation.equals(INSTANCE) ? add(method) : null;
      }
    };
  }

  private Elements add(ProtocolScanner.FoundMethod method) {
    Elements elements = new Elements();
    instances.add(new DeclaredInstance(method, elements));
    return elements;
  }

  /** The elements of one annotation that matter for selection. */
  private static final class Elements extends AnnotationVisitor {
    private final List<String> tags = new ArrayList<>();
    private final List<String> each = new ArrayList<>();
    private String name = "";
    private int[] with = {};
    private Verdict expected = Verdict.VERIFIED;

    Elements() {
      super(API);
    }

    @Override
    public void visit(String element, Object value) {
      if (element.equals("name")) {
        name = (String) value;
      } else if (element.equals("with")) {
        with = (int[]) value;
      }
    }

    @Override
    public void visitEnum(String element, String descriptor, String value) {
      if (element.equals("expect")) {
        expected = Verdict.valueOf(value);
      }
    }

    @Override
    public AnnotationVisitor visitArray(String element) {
      return switch (element) {
        case "tags" -> new Values(value -> tags.add((String) value));
        case "each" -> new Values(value -> each.add((String) value));
        default -> null;
      };
    }
  }

  /** The values of an array. */
  private static final class Values extends AnnotationVisitor {
    private final Consumer<Object> sink;

    Values(Consumer<Object> sink) {
      super(API);
      this.sink = sink;
    }

    @Override
    public void visit(String element, Object value) {
      sink.accept(value);
    }
  }

  /** The annotations in a container of repeated ones. */
  private static final class Each extends AnnotationVisitor {
    private final Supplier<AnnotationVisitor> next;

    Each(Supplier<AnnotationVisitor> next) {
      super(API);
      this.next = next;
    }

    @Override
    public AnnotationVisitor visitArray(String element) {
      return this;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String element, String descriptor) {
      return next.get();
    }
  }
}
