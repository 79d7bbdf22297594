package dev.parley.engine.internal.infer;

import dev.parley.api.Node;
import dev.parley.engine.internal.infer.Inspection.Breach;
import dev.parley.engine.internal.infer.Program.Body;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds fields of nodes that are auxiliary by their use: written by steps, and never read except to
 * update themselves and other auxiliary fields.
 *
 * <p><b>The claim.</b> If two local states differ in the accepted fields only, then every step,
 * guard, quorum size and property does the same on both: runs the same instructions, sends the same
 * messages, leaves the same relevant state, returns the same. That is Definition 1 of "Efficient
 * Verification of Distributed Protocols Using Stateful Model Checking" (Saissi et al., section
 * III-A), which marked content has to meet too and which the search enforces while it runs. A field
 * proposed here must never fail there; one that could have been proposed and is not does no harm.
 * So everything that is not understood counts as a use.
 *
 * <p><b>How.</b> A taint analysis of the byte code of all user classes the protocol leads to. A
 * value is tainted by the candidate fields it may depend on ({@link Flow}); tainted values may be
 * moved, computed with, and stored in candidate or marked fields. Any other use is a breach and
 * makes the fields relevant ({@link Inspection}). Methods are followed with what they are called
 * with and what they give, all call sites taken together ({@link Facts}).
 *
 * <p><b>Greatest fixpoint.</b> Whether a field may be read to update another depends on whether the
 * other is auxiliary. The search for breaches therefore starts with all fields as candidates, drops
 * those that breach, and is repeated with the rest until there is no breach. Two fields that feed
 * nothing but each other are found; starting from none, they would not be.
 *
 * <p><b>Where it gives up.</b> Reflection, class files that cannot be read, objects that hide
 * others, arrays, casts, branches of any kind, interfaces, and all JDK calls that {@link
 * HarmlessJdk} does not list.
 */
public final class AuxiliaryInference {
  /** Facts settle after a few passes, one for each call on the way of a value. */
  private static final int PASS_LIMIT = 60;

  /**
   * How many instructions are followed for an instance, all passes together. Counted, not timed, so
   * that results are the same on every machine. The bundled protocols take 5,000 at most; this many
   * take about a second.
   */
  private static final long EFFORT = 200_000;

  /**
   * How many are followed to make suggestions for all instances of a module together. Nothing but
   * the suggestions depends on it, and so on which other instances are checked.
   */
  private static final long MODULE_EFFORT = 400_000;

  /** What an instance may have even if others have used that up. */
  private static final long LEAST_EFFORT = 20_000;

  private final Model model;
  private final AuxiliaryCandidates candidates;
  private final InitialObjects objects;
  private final Program program;
  private final Carriers carriers;
  private final Set<Body> accessing;
  private final long limit;
  private long effort;
  private final Map<Body, String> roles = new HashMap<>();
  private final Map<Integer, Flow> initialContents = new HashMap<>();

  /**
   * A field that is auxiliary by its use.
   *
   * @param field the field, declared in a node class or a superclass of one
   * @param reason why, in one sentence
   */
  public record InferredField(Field field, String reason) {}

  /**
   * A field that steps write and that is not auxiliary, or not certain to be.
   *
   * @param field the field
   * @param reason why not, in one sentence
   * @param place where that is seen, as {@code Acceptor.read:42}; empty if it is seen nowhere in
   *     particular
   */
  public record Rejected(Field field, String reason, String place) {}

  /**
   * What was found.
   *
   * @param fields the fields that are auxiliary
   * @param considered the other fields that steps write
   */
  public record Proposal(List<InferredField> fields, List<Rejected> considered) {
    /** Keeps its own copies. */
    public Proposal {
      fields = List.copyOf(fields);
      considered = List.copyOf(considered);
    }
  }

  /**
   * Whether the byte code shows that nothing depends on auxiliary content.
   *
   * @param marks the marked fields that belong to no node, as {@code Ballot.stamp}
   * @param objection why not, in a phrase; empty if it does
   */
  public record Proof(List<String> marks, Optional<String> objection) {
    /** Keeps its own copy. */
    public Proof {
      marks = List.copyOf(marks);
    }
  }

  private AuxiliaryInference(
      Model model,
      InitialObjects objects,
      Program program,
      AuxiliaryCandidates candidates,
      Carriers carriers,
      long limit) {
    this.model = model;
    this.limit = limit;
    this.candidates = candidates;
    this.objects = objects;
    this.program = program;
    this.carriers = carriers;
    accessing =
        program.bodies().stream().filter(this::accessesCandidate).collect(Collectors.toSet());
    model.types().forEach(this::noteRoles);
    model.judged().stream()
        .flatMap(property -> property.method().stream())
        .forEach(method -> noteRole("the property", method));
    for (int field = 0; field < candidates.count(); field++) {
      initialContents.put(
          field,
          candidates.isOfNode(field) ? initialContent(candidates.field(field)) : Flow.unknown(1));
    }
  }

  /**
   * Looks for auxiliary fields.
   *
   * @param model the instance; whether a field is auxiliary may depend on its properties and on
   *     what its nodes start with
   * @return the fields, in the order of their declaration
   */
  public static Proposal propose(Model model) {
    return model.types().isEmpty() ? NOTHING : Classes.of(model).propose(model);
  }

  private static final Proposal NOTHING = new Proposal(List.of(), List.of());

  /**
   * The user's classes, read once for all that is asked about an instance.
   *
   * @param objects what the nodes start with
   * @param program the classes
   */
  public record Classes(InitialObjects objects, Program program) {
    /** Reads the classes of an instance that has nodes. */
    public static Classes of(Model model) {
      InitialObjects objects = new InitialObjects(model);
      return new Classes(
          objects,
          new Program(Program.roots(model, objects), model.types().get(0).type().getClassLoader()));
    }

    /** Looks for auxiliary fields that nobody marked. */
    public Proposal propose(Model model) {
      return unmarked(model, EFFORT).propose();
    }

    /** The same, to be suggested only, at less cost if other instances have taken much. */
    public Proposal suggest(Model model) {
      ClassLoader loader = model.types().get(0).type().getClassLoader();
      long left = MODULE_EFFORT - ParsedClasses.followed(loader, 0);
      AuxiliaryInference inference =
          unmarked(model, Math.max(LEAST_EFFORT, Math.min(EFFORT, left)));
      Proposal proposal = inference.propose();
      ParsedClasses.followed(loader, inference.effort);
      return proposal;
    }

    private AuxiliaryInference unmarked(Model model, long limit) {
      return new AuxiliaryInference(
          model,
          objects,
          program,
          AuxiliaryCandidates.unmarked(model),
          Carriers.none(program),
          limit);
    }

    /** The marked fields that belong to no node, as {@code Ballot.stamp}. */
    public List<String> marks(Model model) {
      return Marks.of(program).elsewhere(model);
    }

    /**
     * Tries to show that nothing depends on auxiliary content: neither a relevant field, nor what
     * is sent to whom, nor a guard, a quorum size, a choice, an exception or a property.
     *
     * <p>It is the claim that is made of inferred fields, for all marked ones at once; none of them
     * may be dropped. Fields of records and other objects count as well as those of nodes: reading
     * one gives a tainted value, wherever the object came from. A record with a marked component
     * does not depend on what that component holds, so it may be sent; {@link Carriers} sees to
     * what compares it as a whole. Types that are marked as a whole are not followed.
     *
     * @param model the instance
     * @param applied fields of nodes that count as auxiliary without being marked
     */
    public Proof prove(Model model, Set<Field> applied) {
      Marks marks = Marks.of(program);
      List<String> elsewhere = marks.elsewhere(model);
      AuxiliaryCandidates candidates =
          AuxiliaryCandidates.auxiliary(model, marks.fields(), applied);
      Optional<String> obstacle =
          marks
              .obstacle(objects)
              .or(program::obstacle)
              .or(() -> unseenObjects(objects))
              .or(
                  () ->
                      candidates.count() > AuxiliaryCandidates.MOST
                          ? Optional.of(
                              "more than " + AuxiliaryCandidates.MOST + " fields are auxiliary")
                          : Optional.empty());
      if (candidates.count() == 0 && marks.obstacle(objects).isEmpty()) {
        // Without a mark in sight there is nothing to follow; but classes may be out of sight.
        return new Proof(elsewhere, program.obstacle().or(() -> unseenObjects(objects)));
      }
      if (obstacle.isPresent()) {
        return new Proof(elsewhere, obstacle);
      }
      return new Proof(
          elsewhere,
          new AuxiliaryInference(
                  model, objects, program, candidates, marks.carriers(program, candidates), EFFORT)
              .objection());
    }
  }

  private Optional<String> objection() {
    return settle((1L << candidates.count()) - 1).breaches().stream()
        .findFirst()
        .map(
            breach ->
                names(breach.fields())
                    + " may matter, because "
                    + breach.reason()
                    + (breach.place().isEmpty() ? "" : " (" + breach.place() + ")"));
  }

  private String names(long fields) {
    List<String> names = new ArrayList<>();
    for (int field = 0; field < candidates.count(); field++) {
      if ((fields & 1L << field) != 0) {
        names.add(candidates.name(field));
      }
    }
    return String.join(", ", names);
  }

  private Proposal propose() {
    long open = (1L << candidates.count()) - 1;
    Map<Integer, Rejected> rejected = new TreeMap<>();
    Map<Integer, String> written = new TreeMap<>();
    Inspection inspection = settle(open);
    written.putAll(inspection.writes());
    Optional<String> obstacle = program.obstacle().or(() -> unseenObjects(objects));
    if (obstacle.isPresent()) {
      for (int field = 0; field < candidates.count(); field++) {
        rejected.put(field, rejection(field, obstacle.get(), ""));
      }
      open = 0;
    }
    while (open != 0 && !inspection.breaches().isEmpty()) {
      for (Breach breach : inspection.breaches()) {
        for (int field = 0; field < candidates.count(); field++) {
          if ((breach.fields() & open & 1L << field) != 0) {
            rejected.putIfAbsent(field, rejection(field, breach.reason(), breach.place()));
          }
        }
      }
      for (int field : rejected.keySet()) {
        open &= ~(1L << field);
      }
      inspection = settle(open);
    }
    List<InferredField> fields = new ArrayList<>();
    for (int field = 0; field < candidates.count(); field++) {
      if ((open & 1L << field) != 0 && written.containsKey(field)) {
        fields.add(
            new InferredField(
                candidates.field(field), reason(field, written.get(field), inspection)));
      }
    }
    rejected.keySet().retainAll(written.keySet());
    return new Proposal(fields, List.copyOf(rejected.values()));
  }

  private static Optional<String> unseenObjects(InitialObjects objects) {
    return objects.unseen().stream()
        .findFirst()
        .map(type -> "the instance starts with a " + type + ", and what that refers to is unknown");
  }

  private Rejected rejection(int field, String reason, String place) {
    return new Rejected(
        candidates.field(field),
        candidates.name(field) + " is not taken for auxiliary because " + reason + ".",
        place);
  }

  private String reason(int field, String writer, Inspection inspection) {
    long readers = inspection.flows().getOrDefault(field, 0L);
    List<String> others = new ArrayList<>();
    for (int other = 0; other < candidates.count(); other++) {
      if (other != field && (readers & 1L << other) != 0) {
        others.add(candidates.name(other));
      }
    }
    boolean itself = (readers & 1L << field) != 0;
    String use;
    if (others.isEmpty()) {
      use = itself ? "read only to update itself" : "nothing depends on it";
    } else {
      use = "read only to update " + (itself ? "itself and " : "") + String.join(" and ", others);
    }
    return "It is written in " + writer + " and " + use + ".";
  }

  // Passes -----------------------------------------------------------------------------------

  /** Repeats passes until the facts a pass started from are those it found. */
  private Inspection settle(long open) {
    Inspection inspection = pass(open, Facts.startingFrom(initialContents));
    for (int passes = 1; passes < PASS_LIMIT && effort < limit; passes++) {
      Facts facts = inspection.next();
      inspection = pass(open, facts);
      if (effort < limit && inspection.next().equals(facts)) {
        inspection.conclude();
        judgeInitialObjects(inspection);
        return inspection;
      }
    }
    inspection.breaches().add(new Breach(open, effort < limit ? ENTANGLED : TOO_MUCH, ""));
    return inspection;
  }

  private static final String ENTANGLED = "its uses are too entangled to be followed";
  private static final String TOO_MUCH = "there is too much code to follow its uses";

  private Inspection pass(long open, Facts facts) {
    Inspection inspection =
        new Inspection(program, candidates, carriers, roles, facts, initialContents);
    for (Body body : program.bodies()) {
      if (effort < limit && concerns(body, facts)) {
        effort += body.method().instructions.size();
        inspect(body, open, facts, inspection);
      }
    }
    return inspection;
  }

  private void inspect(Body body, long open, Facts facts, Inspection inspection) {
    FlowInterpreter interpreter =
        new FlowInterpreter(program, candidates, carriers, open, facts, body);
    Analyzer<Flow> analyzer =
        new Analyzer<>(interpreter) {
          @Override
          protected Frame<Flow> newFrame(int locals, int stack) {
            return new FlowFrame(locals, stack);
          }

          @Override
          protected Frame<Flow> newFrame(Frame<? extends Flow> frame) {
            return new FlowFrame(frame);
          }
        };
    try {
      inspection.inspect(body, analyzer.analyze(body.home().name, body.method()), interpreter);
    } catch (AnalyzerException e) {
      inspection
          .breaches()
          .add(
              new Breach(
                  open,
                  "the byte code is not understood (" + e.getMessage() + ")",
                  body.home().name.replace('/', '.') + "." + body.method().name));
    }
  }

  /** Whether a method has to do with candidates, as far as is known by now. */
  private boolean concerns(Body body, Facts facts) {
    if (carriers.any() || accessing.contains(body) || facts.arguments().containsKey(body)) {
      return true;
    }
    if (!facts.results().isEmpty()) {
      for (AbstractInsnNode instruction : body.method().instructions) {
        if (asksForResult(instruction, facts)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean accessesCandidate(Body body) {
    for (AbstractInsnNode instruction : body.method().instructions) {
      if (instruction instanceof FieldInsnNode access
          && access.getOpcode() != Opcodes.GETSTATIC
          && access.getOpcode() != Opcodes.PUTSTATIC
          && program
              .fieldHome(access.owner, access.name)
              .filter(home -> candidates.number(home, access.name) != AuxiliaryCandidates.NONE)
              .isPresent()) {
        return true;
      }
    }
    return false;
  }

  private boolean asksForResult(AbstractInsnNode instruction, Facts facts) {
    if (instruction instanceof MethodInsnNode call) {
      return facts.result(program.reachable(call.owner, call.name, call.desc)).isPresent();
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle handle
            && facts
                .result(program.reachable(handle.getOwner(), handle.getName(), handle.getDesc()))
                .isPresent()) {
          return true;
        }
      }
    }
    return false;
  }

  // What the instance starts with ------------------------------------------------------------

  private void noteRoles(NodeType type) {
    for (Handler handler : type.handlers()) {
      handler.guard().ifPresent(guard -> noteRole("the guard", guard));
      handler
          .size()
          .flatMap(Handler.QuorumSize::method)
          .ifPresent(size -> noteRole("the quorum size", size));
    }
  }

  /** Overrides have the role too: a method found in a superclass is called on the node. */
  private void noteRole(String role, Method method) {
    program
        .reachable(
            Type.getInternalName(method.getDeclaringClass()),
            method.getName(),
            Type.getMethodDescriptor(method))
        .forEach(body -> roles.put(body, role));
  }

  private List<Object> initialValues(Field field) {
    List<Object> values = new ArrayList<>();
    for (Node node : model.initialNodes()) {
      if (field.getDeclaringClass().isInstance(node)) {
        values.add(InitialObjects.read(field, node));
      }
    }
    return values;
  }

  private Flow initialContent(Field field) {
    boolean present = true;
    boolean tame = true;
    for (Object value : initialValues(field)) {
      present &= value != null;
      tame &= value == null || HarmlessJdk.isTame(value.getClass());
    }
    Flow content = Flow.unknown(1);
    content = present ? content.asPresent() : content;
    return tame ? content.asTame() : content;
  }

  /** A collection that steps change must be one of the node's own, and known from the start. */
  private void judgeInitialObjects(Inspection inspection) {
    inspection
        .changedInPlace()
        .forEach(
            (field, place) -> {
              boolean own =
                  candidates.isOfNode(field)
                      && initialValues(candidates.field(field)).stream()
                          .allMatch(
                              value ->
                                  value != null
                                      && HarmlessJdk.isContainer(
                                          Type.getInternalName(value.getClass()))
                                      && InitialObjects.startsEmpty(value)
                                      && objects.unshared(value));
              if (!own) {
                inspection
                    .breaches()
                    .add(
                        new Breach(
                            1L << field,
                            "it is changed in place and does not start as an empty collection of"
                                + " its own",
                            place));
              }
            });
  }
}
