package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.reference.RandomProtocol.Kind;
import dev.parley.engine.reference.RandomProtocol.Member;
import dev.parley.engine.reference.Script.Aux;
import dev.parley.engine.reference.Script.Effect;
import dev.parley.engine.reference.Script.Fault;
import dev.parley.engine.reference.Script.Gate;
import dev.parley.engine.reference.Script.Payload;
import dev.parley.engine.reference.Script.Picking;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Generates small random protocols. The same seed gives the same protocol, on any machine.
 *
 * <p>How large a state space becomes cannot be told from its tables, so the generator explores each
 * draft with the naive checker and takes the first one, in a fixed sequence of drafts, whose size
 * suits. That exploration is the reference result and is handed out with the protocol.
 */
public final class RandomProtocols {
  static final int FEWEST_STATES = 10;
  static final int MOST_STATES = 500;

  /** The kinds of properties that speak of single states. */
  private static final List<Property.Kind> STATE_KINDS =
      Arrays.stream(Property.Kind.values()).filter(kind -> !kind.isLiveness()).toList();

  private static final List<Payload> NOTES =
      List.of(Payload.PING_0, Payload.PING_1, Payload.PONG_0, Payload.PONG_1, Payload.ALARM);

  /**
   * A protocol and what the naive checker says of it.
   *
   * @param protocol the protocol
   * @param reference the result of exploring all of it
   */
  record Sample(RandomProtocol protocol, NaiveResult reference) {}

  private RandomProtocols() {}

  /** The protocol of a seed, as a fresh model. */
  public static Model model(long seed) {
    return sample(seed).protocol().model(ModelLoader::nodeType);
  }

  /** The samples that several tests ask for; given up when memory is short. */
  private static final Map<Long, SoftReference<Sample>> SAMPLES = new ConcurrentHashMap<>();

  /** Seeds from here on are asked for by one test only. */
  private static final long KEPT = 300;

  /** The protocol of a seed with its reference result. */
  static Sample sample(long seed) {
    SoftReference<Sample> known = SAMPLES.get(seed);
    Sample kept = known == null ? null : known.get();
    if (kept != null) {
      return kept;
    }
    Sample sample = generated(seed);
    if (seed < KEPT) {
      SAMPLES.put(seed, new SoftReference<>(sample));
    }
    return sample;
  }

  /** The same, generated anew. */
  static Sample generated(long seed) {
    return generated(seed, Flavour.of(seed));
  }

  /** A protocol of a certain flavour with its reference result. */
  static Sample generated(long seed, Flavour flavour) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int attempt = 0; ; attempt++) {
      RandomProtocol draft = new Draft(seed, flavour, attempt, random.split()).protocol();
      NaiveResult reference =
          NaiveChecker.check(draft.model(Models.UNREAD), NaiveChecker.Mode.EXHAUSTIVE, MOST_STATES);
      if (reference.verdict() == Verdict.ERROR) {
        throw new IllegalStateException(
            reference + " for a protocol meant to be well formed:\n" + draft.dump());
      }
      if (reference.verdict() != Verdict.BUDGET_EXHAUSTED && reference.states() >= FEWEST_STATES) {
        return new Sample(draft, reference);
      }
    }
  }

  /** What a protocol has more of than others. */
  enum Flavour {
    /** Nothing. */
    PLAIN,
    /** Messages are passed on without end, so that there are cycles that send. */
    CYCLES,
    /** Up to eight nodes, most of which only react. */
    MORE_NODES,
    /** Forty nodes, most of which only react. */
    FORTY_NODES,
    /** One voter, to whom all others send, some twice. */
    QUORUMS,
    /** More than 63, most of which hold. */
    PROPERTIES,
    /** A few of each kind at once. */
    ALL_KINDS,
    /** A guard goes by auxiliary content: a mistake, as far as it makes a difference. */
    BREACH;

    /** The flavour of a seed among those that every search must get right. */
    private static Flavour of(long seed) {
      Flavour flavour = seed % 2 == 0 ? PLAIN : values()[1 + (int) (seed / 2 % 6)];
      // So many nodes take the naive checker a while.
      return flavour == FORTY_NODES && seed / 12 % 2 == 1 ? MORE_NODES : flavour;
    }

    private boolean isCrowded() {
      return this == MORE_NODES || this == FORTY_NODES;
    }
  }

  /** The random decisions behind one protocol. */
  private static final class Draft {
    private final long seed;
    private final Flavour flavour;
    // Later drafts are smaller: the usual reason for one is that the last had too many states.
    private final int attempt;
    private final SplittableRandom random;
    private final int phases;
    private final boolean cyclic;
    private final List<Effect> effects;
    private final List<Aux> auxiliary;
    private final Map<NodeId, Kind> kinds = new LinkedHashMap<>();

    Draft(long seed, Flavour flavour, int attempt, SplittableRandom random) {
      this.seed = seed;
      this.flavour = flavour;
      this.attempt = attempt;
      this.random = random;
      this.phases = between(2, 3);
      this.cyclic = attempt == 0 && chance(flavour == Flavour.CYCLES ? 60 : 30) || isBreach();
      this.effects = flavour == Flavour.BREACH ? List.of(Effect.NONE) : someEffects();
      this.auxiliary =
          flavour == Flavour.BREACH
              ? List.of(Aux.COUNTER)
              : chance(50)
                  ? List.of()
                  : Arrays.stream(Aux.values()).filter(a -> chance(50)).toList();
      drawNodes();
    }

    /** Only a node that comes back to where it was can show that it counted meanwhile. */
    private boolean isBreach() {
      return flavour == Flavour.BREACH && attempt % 2 == 0;
    }

    RandomProtocol protocol() {
      List<Member> members = new ArrayList<>();
      int budget =
          flavour == Flavour.QUORUMS
              ? between(1, Math.max(1, 2 - attempt % 2))
              : between(1, Math.max(1, 5 - kinds.size() - attempt % 3));
      kinds.forEach((id, kind) -> members.add(new Member(id, kind, budget, script(id, kind))));
      if (chance(25)) {
        int victim = below(members.size());
        Member m = members.get(victim);
        members.set(victim, new Member(m.id(), m.kind(), m.budget(), sabotaged(m.script())));
      }
      return new RandomProtocol(seed, List.copyOf(members), List.copyOf(claims()));
    }

    private List<Claim> claims() {
      List<Claim> claims = new ArrayList<>();
      if (flavour == Flavour.PROPERTIES) {
        for (int i = between(62, 68); i > 0; i--) {
          claims.add(
              generous(
                  "easy" + i, oneOf(List.of(Property.Kind.INVARIANT, Property.Kind.REACHABLE))));
        }
      }
      if (flavour == Flavour.ALL_KINDS) {
        for (Property.Kind kind : STATE_KINDS) {
          for (int i = 0; i < 2; i++) {
            String name = kind.name().toLowerCase(Locale.ROOT) + i;
            claims.add(chance(70) ? generous(name, kind) : claim(name, kind));
          }
        }
      }
      for (int i = between(0, 3); i > 0; i--) {
        claims.add(claim("claim" + i));
      }
      return claims;
    }

    /** A goal that is reached at once, or what holds for ever. */
    private Claim generous(String name, Property.Kind kind) {
      Claim.Shape shape =
          oneOf(
              List.of(
                  Claim.Shape.PHASES_SUM_AT_MOST,
                  Claim.Shape.NODE_PHASE_AT_MOST,
                  Claim.Shape.RELAYS_BEHIND_VOTERS,
                  Claim.Shape.SEEN_AT_MOST));
      return new Claim(name, kind, shape, false, oneOf(List.copyOf(kinds.keySet())), 50);
    }

    private void drawNodes() {
      Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
      boolean leader = chance(20);
      int size =
          switch (flavour) {
            case MORE_NODES -> between(5, 8);
            case FORTY_NODES -> 40;
            case QUORUMS -> between(4, 5);
            default -> between(2, Math.max(2, 4 - attempt % 3));
          };
      for (int i = 0; i < size; i++) {
        Kind kind = kind(i);
        kinds.put(
            leader && i == 0
                ? new NodeId("Leader", 1)
                : new NodeId(role(kind), counts.merge(kind, 1, Integer::sum)),
            kind);
      }
    }

    private Kind kind(int place) {
      if (flavour == Flavour.QUORUMS) {
        return place == 0 ? Kind.VOTER : Kind.RELAY;
      }
      // Voters start something by themselves.
      return flavour.isCrowded() && place > 2
          ? oneOf(List.of(Kind.RELAY, Kind.PICKER))
          : oneOf(Arrays.asList(Kind.values()));
    }

    private static String role(Kind kind) {
      return kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT);
    }

    private List<Effect> someEffects() {
      List<Effect> some = new ArrayList<>(List.of(Effect.NONE));
      for (int i = between(0, 3); i > 0; i--) {
        some.add(oneOf(Arrays.asList(Effect.values())));
      }
      // Parting means nothing unless someone then writes.
      if (some.contains(Effect.SEPARATE)) {
        some.add(Effect.WRITE_LEFT);
      }
      return some;
    }

    /** In a crowd, all but the first three only react. */
    private boolean isQuiet(NodeId self) {
      return flavour.isCrowded() && List.copyOf(kinds.keySet()).indexOf(self) >= 3 - attempt % 3;
    }

    private Script script(NodeId self, Kind kind) {
      List<Script.Entry> entries = new ArrayList<>();
      entries.add(entry("begin", true, self, kind));
      entries.add(entry("note", true, self, kind));
      for (String handler : kind.handlers()) {
        boolean guarded = handler.endsWith("?");
        entries.add(entry(handler.replace("?", ""), guarded, self, kind));
      }
      List<Integer> thresholds =
          perPhase(phase -> flavour == Flavour.QUORUMS ? between(2, 4) : between(1, 3));
      boolean passesOn = flavour == Flavour.CYCLES || flavour == Flavour.BREACH;
      return new Script(List.copyOf(entries), thresholds, auxiliary, passesOn);
    }

    private Script.Entry entry(String handler, boolean guarded, NodeId self, Kind kind) {
      boolean repeats = handler.equals("tick") || handler.equals("pick");
      boolean opens = handler.equals("begin") || handler.equals("start");
      return new Script.Entry(
          handler,
          perPhase(phase -> rule(phase, opens, repeats, self, kind == Kind.PICKER)),
          guarded
              ? perPhase(
                  phase ->
                      isQuiet(self) && (opens || repeats) ? Gate.SHUT : gate(phase, opens, repeats))
              : List.of());
    }

    private Script.Rule rule(
        int phase, boolean opens, boolean repeats, NodeId self, boolean picky) {
      List<Integer> next = new ArrayList<>();
      for (int i = between(1, 3); i > 0; i--) {
        next.add(nextPhase(phase, repeats));
      }
      Picking picking =
          chance(picky ? 40 : 8)
              ? oneOf(List.of(Picking.FROM_LIST, Picking.FROM_SET, Picking.TWICE))
              : Picking.NOTHING;
      List<Script.Send> sends = new ArrayList<>();
      int most = flavour == Flavour.QUORUMS && !opens ? 0 : 2;
      for (int i = opens ? between(1, 2) : between(0, most); i > 0; i--) {
        sends.add(send());
      }
      if (!sends.isEmpty() && chance(15)) {
        sends.add(sends.get(0));
      }
      return new Script.Rule(
          List.copyOf(next), picking, oneOf(effects), List.copyOf(sends), Fault.NONE);
    }

    private int nextPhase(int phase, boolean repeats) {
      if (cyclic) {
        return below(phases);
      }
      int step = repeats ? between(1, 2) : between(0, 2);
      return Math.min(phase + step, phases - 1);
    }

    private Gate gate(int phase, boolean opens, boolean repeats) {
      if (opens && phase == 0) {
        return Gate.OPEN;
      }
      if (repeats && (flavour == Flavour.QUORUMS || !cyclic && phase == phases - 1)) {
        return Gate.SHUT;
      }
      if (flavour == Flavour.BREACH && chance(40)) {
        return Gate.COUNTED;
      }
      if (chance(45)) {
        return repeats && chance(60) ? Gate.SHUT : Gate.OPEN;
      }
      return oneOf(Arrays.asList(Gate.values()).subList(0, Gate.THROWS.ordinal()));
    }

    private Script.Send send() {
      if (flavour == Flavour.QUORUMS) {
        NodeId voter = kinds.keySet().iterator().next();
        return new Script.Send(Optional.of(voter), payloadFor(Kind.VOTER));
      }
      if (chance(25)) {
        return new Script.Send(Optional.empty(), oneOf(NOTES));
      }
      NodeId to = oneOf(List.copyOf(kinds.keySet()));
      return new Script.Send(Optional.of(to), payloadFor(kinds.get(to)));
    }

    private Payload payloadFor(Kind kind) {
      if (chance(30)) {
        return oneOf(NOTES);
      }
      return switch (kind) {
        case RELAY -> oneOf(List.of(Payload.RED, Payload.GREEN, Payload.GO, Payload.HALT));
        case VOTER -> oneOf(List.of(Payload.VOTE_0, Payload.VOTE_0, Payload.VOTE_1));
        case PICKER ->
            oneOf(List.of(Payload.ONE, Payload.TWO, Payload.RED, Payload.GREEN, Payload.VOTE_0));
      };
    }

    /** The same script with one thing in it that throws. */
    private Script sabotaged(Script script) {
      int phase = below(phases);
      if (chance(15)) {
        List<Integer> thresholds = new ArrayList<>(script.thresholds());
        thresholds.set(phase, 0);
        return new Script(
            script.entries(), List.copyOf(thresholds), script.auxiliary(), script.passesOn());
      }
      List<Script.Entry> entries = new ArrayList<>(script.entries());
      int victim = below(entries.size());
      Script.Entry e = entries.get(victim);
      List<Script.Rule> rules = new ArrayList<>(e.rules());
      List<Gate> gates = new ArrayList<>(e.gates());
      if (!gates.isEmpty() && chance(30)) {
        gates.set(phase, Gate.THROWS);
      } else {
        Script.Rule r = rules.get(phase);
        Fault fault = oneOf(Arrays.asList(Fault.values()).subList(1, Fault.values().length));
        rules.set(phase, new Script.Rule(r.next(), r.picking(), r.effect(), r.sends(), fault));
      }
      entries.set(victim, new Script.Entry(e.handler(), List.copyOf(rules), List.copyOf(gates)));
      return new Script(
          List.copyOf(entries), script.thresholds(), script.auxiliary(), script.passesOn());
    }

    private Claim claim(String name) {
      Property.Kind kind =
          chance(60)
              ? Property.Kind.INVARIANT
              : oneOf(List.of(Property.Kind.TERMINAL, Property.Kind.REACHABLE));
      return claim(name, kind);
    }

    private Claim claim(String name, Property.Kind kind) {
      Claim.Shape shape = oneOf(Arrays.asList(Claim.Shape.values()));
      return new Claim(
          name,
          kind,
          shape,
          kind == Property.Kind.REACHABLE || (kind == Property.Kind.TERMINAL && chance(30)),
          oneOf(List.copyOf(kinds.keySet())),
          bound(shape));
    }

    private int bound(Claim.Shape shape) {
      return switch (shape) {
        case NODE_PHASE_AT_MOST, NOT_ALL_IN_PHASE, NO_RELAY_IN_PHASE -> between(1, phases);
        case PHASES_SUM_AT_MOST -> between(phases, kinds.size() * phases);
        case RELAYS_BEHIND_VOTERS, SEEN_AT_MOST -> between(1, 3);
        case SOMEONE_GREEN, ALL_SHARED -> 0;
        case BUDGETS_AT_LEAST -> between(0, 2);
        case PENDING_AT_MOST -> between(3, 8);
        case INBOX_AT_MOST, VOTES_PENDING_AT_MOST -> between(2, 5);
      };
    }

    private <T> List<T> perPhase(IntFunction<T> content) {
      return List.copyOf(IntStream.range(0, phases).mapToObj(content).toList());
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    private int below(int bound) {
      return random.nextInt(bound);
    }

    /** A number from the first to the last, both included. */
    private int between(int first, int last) {
      return first + random.nextInt(last - first + 1);
    }

    private <T> T oneOf(List<T> options) {
      return options.get(random.nextInt(options.size()));
    }
  }
}
