package dev.parley.engine.internal.symmetry;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.space.Dictionary;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.ProtocolException;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * States under other names, by numbers. Local states, messages and cells are renamed once for each
 * permutation that makes a difference to them; from then on a look into a table suffices. If no
 * name in a cell changes, all permutations that take its node to the same node do the same.
 *
 * <p>A local state is renamed by writing its content with other names, laying that out as an object
 * and capturing it: so unordered collections are ordered by the new names, sorted ones sorted anew,
 * and lists stay as they are. That is an action of the group, as it must be, unless content gets
 * lost: two elements may be the same to a comparator under other names. So each renaming is undone
 * once, and must lead back.
 */
final class Renaming {
  private static final int LIKE_OTHERS = 1 << 20;

  /** Tells a value that stands for a node from its name, where both are written alike. */
  private static final String VALUE_OF = "value of ";

  /** Up to how many permutations all that a cell becomes is kept side by side. */
  private static final int MOST_CODES = 1_000;

  /** Up to how many permutations there is room from the start for all that cells become. */
  private static final int FEW_CODES = 24;

  private static final int UNKNOWN = -1;

  private static final int[] NOTHING = new int[0];

  private final Group group;
  private final Participants participants;
  private final OwnValues values;
  private final StepRunner runner;
  private final StateSpace space;
  private final Dictionary dictionary;
  private final Delivery delivery;
  private final Messages messages;

  private final LongIntMap[] locals;
  private final LongIntMap renamedMessages = new LongIntMap();

  /** By cell and code of a permutation, where there are many of these. */
  private final LongIntMap[] cells;

  /** Whether an inbox is nothing but a bag of messages. */
  private final boolean isBag;

  private final boolean manyCodes;
  private final int codes;
  private long roomForRenamed;

  private final Features[][] localFeatures;
  private Features[] messageFeatures = new Features[64];
  private final Features[][] cellFeatures;

  /**
   * For each node, by cell: what the cell becomes, by the node that its node becomes if it names no
   * member, else by code. Nothing yet, or always nothing where there are too many codes: empty. Not
   * even {@link #masks} is known: null.
   */
  private final int[][][] rows;

  /** For each node, by cell: the members that it names. */
  private final long[][] masks;

  /** For each node, by cell and code: what the cell becomes, plus one. Only with few codes. */
  private final int[][] flats;

  private final boolean fewCodes;

  Renaming(
      Group group,
      Participants participants,
      OwnValues values,
      StepRunner runner,
      StateSpace space) {
    this.group = group;
    this.participants = participants;
    this.values = values;
    this.runner = runner;
    this.space = space;
    dictionary = space.dictionary();
    delivery = space.delivery();
    messages = space.messages();
    int nodes = participants.count();
    locals = maps(nodes);
    cells = maps(nodes);
    isBag = !delivery.keepsSendingOrder() && delivery.arrivesAtOnce();
    manyCodes = group.size().bitLength() > 10 || group.size().intValue() > MOST_CODES;
    codes = manyCodes ? 0 : group.size().intValue();
    localFeatures = new Features[nodes][64];
    cellFeatures = new Features[nodes][64];
    rows = new int[nodes][64][];
    masks = new long[nodes][64];
    fewCodes = !manyCodes && codes <= FEW_CODES;
    flats = new int[nodes][fewCodes ? 64 : 0];
  }

  private static LongIntMap[] maps(int count) {
    LongIntMap[] maps = new LongIntMap[count];
    Arrays.setAll(maps, i -> new LongIntMap());
    return maps;
  }

  Group group() {
    return group;
  }

  // Names --------------------------------------------------------------------------------------

  /** What stands for a node, its name or a value of its own, becomes what stands for another. */
  UnaryOperator<Object> names(Permutation p) {
    return named -> {
      if (named instanceof NodeId id) {
        int node = participants.indexOf(id);
        return node < 0 ? id : participants.id(p.of(node));
      }
      int node = values.node(named);
      return node < 0 || p.of(node) == node ? named : values.value(p.of(node));
    };
  }

  /** All members of a set look alike, except one; notes which are named. */
  private UnaryOperator<Object> alike(int except, long[] noted) {
    return named -> {
      boolean isName = named instanceof NodeId;
      int node = isName ? participants.indexOf((NodeId) named) : values.node(named);
      if (node < 0 || !group.isMember(node)) {
        return named;
      }
      noted[0] |= 1L << group.member(node);
      int other = group.member(node) == except ? 1 : 0;
      String role = participants.id(node).role();
      return new NodeId(
          isName ? role : VALUE_OF + role, LIKE_OTHERS + 2 * group.orbitOf(node) + other);
    };
  }

  // Local states, messages, cells --------------------------------------------------------------

  /** What a permutation means where these members are named, of a node that becomes another. */
  private int key(long mask, int node, Permutation p) {
    return (mask & p.moved()) == 0 ? p.of(node) : group.nodes() + p.code();
  }

  /** The local state that one becomes; a representative. */
  int local(int node, int local, Permutation p) {
    long mask = localFeatures(node, local).mask;
    if (p.of(node) == node && (mask & p.moved()) == 0) {
      return local;
    }
    int key = key(mask, node, p);
    int known = locals[node].get(local, key);
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    int to = p.of(node);
    Permutation inverse = p.inverse();
    int renamed;
    int again;
    try {
      renamed = runner.representative(to, runner.renamed(node, local, names(p), to));
      again = runner.representative(node, runner.renamed(to, renamed, names(inverse), node));
    } catch (ProtocolException e) {
      throw lost(node, e.getMessage(), p);
    }
    if (again != local) {
      throw lost(node, LOST, p);
    }
    locals[node].put(local, key, renamed);
    note(locals[to], renamed, key(mask, to, inverse, p), local);
    return renamed;
  }

  /** What the inverse of a permutation means for what it led to. */
  private int key(long mask, int to, Permutation inverse, Permutation p) {
    return (mask & p.moved()) == 0 ? inverse.of(to) : group.nodes() + inverse.code();
  }

  /** Each renaming is tried both ways, so both are known. */
  private static void note(LongIntMap map, int content, int key, int becomes) {
    if (map.get(content, key) == LongIntMap.ABSENT) {
      map.put(content, key, becomes);
    }
  }

  private static final String LOST = "a sorted collection or a constructor compares names";

  private SymmetryBreach lost(int node, String why, Permutation p) {
    return lost(participants.type(node).type(), participants.id(node).toString(), why, p);
  }

  private static SymmetryBreach lost(Class<?> type, String what, String why, Permutation p) {
    return new SymmetryBreach(
        type.getName(),
        "the content of " + what + " does not survive that nodes get other names: " + why,
        p.movedNodes());
  }

  /** The message that one becomes. */
  int message(int message, Permutation p) {
    long mask = messageFeatures(message).mask;
    if ((mask & p.moved()) == 0) {
      return message;
    }
    int known = renamedMessages.get(message, p.code());
    if (known == LongIntMap.ABSENT) {
      Permutation inverse = p.inverse();
      known = newMessage(message, p, inverse);
      renamedMessages.put(message, p.code(), known);
      note(renamedMessages, known, inverse.code(), message);
    }
    return known;
  }

  private int newMessage(int message, Permutation p, Permutation inverse) {
    Class<?> type = messages.type(message);
    int sender = messages.sender(message);
    int renamed;
    int again;
    try {
      renamed = messages.renamed(message, names(p), p.of(sender));
      again = messages.renamed(renamed, names(inverse), sender);
    } catch (ProtocolException e) {
      throw lost(type, "a " + type.getSimpleName(), e.getMessage(), p);
    }
    if (again != message) {
      throw lost(type, "a " + type.getSimpleName(), LOST, p);
    }
    return renamed;
  }

  /** The cell that one becomes. */
  int cell(int node, int cell, Permutation p) {
    if (fewCodes) {
      return flatCell(node, cell, p);
    }
    long mask = cellFeatures(node, cell).mask;
    int to = p.of(node);
    if ((mask & p.moved()) == 0 && to == node) {
      return cell;
    }
    if (mask != 0 && manyCodes) {
      int known = cells[node].get(cell, p.code());
      return known != LongIntMap.ABSENT ? known : remembered(node, cell, p);
    }
    int[] row = rows[node][cell];
    if (row.length == 0) {
      row = new int[mask == 0 ? group.nodes() : codes];
      Arrays.fill(row, UNKNOWN);
      rows[node][cell] = row;
      roomForRenamed += row.length;
    }
    int at = mask == 0 ? to : p.code();
    if (row[at] == UNKNOWN) {
      row[at] = newCell(node, cell, p);
    }
    return row[at];
  }

  private int flatCell(int node, int cell, Permutation p) {
    int at = cell * codes + p.code();
    if (at >= flats[node].length) {
      flats[node] = Arrays.copyOf(flats[node], at + (at >> 1) + codes);
    }
    if (flats[node][at] == 0) {
      boolean same = p.of(node) == node && (cellFeatures(node, cell).mask & p.moved()) == 0;
      flats[node][at] = (same ? cell : newCell(node, cell, p)) + 1;
    }
    return flats[node][at] - 1;
  }

  private int remembered(int node, int cell, Permutation p) {
    int renamed = newCell(node, cell, p);
    cells[node].put(cell, p.code(), renamed);
    return renamed;
  }

  private int newCell(int node, int cell, Permutation p) {
    int local = local(node, dictionary.local(node, cell), p);
    int inbox = delivery.rename(dictionary.inbox(node, cell), message -> message(message, p));
    return space.cell(p.of(node), local, inbox);
  }

  /** Whether a state stays what it is if two members are exchanged. */
  boolean keeps(int[] parts, Features[] features, Permutation exchange, int one, int other) {
    int left = group.member(one);
    int right = group.member(other);
    long both = 1L << left | 1L << right;
    for (int node = 0; node < group.nodes(); node++) {
      Features of = features[node];
      if (node == one) {
        Features theirs = features[other];
        boolean same =
            of.apart && theirs.apart
                ? of.becomes(theirs, left, right)
                : cell(one, parts[one], exchange) == parts[other]
                    && cell(other, parts[other], exchange) == parts[one];
        if (!same) {
          return false;
        }
      } else if (node != other && (of.mask & both) != 0) {
        boolean same =
            of.apart ? of.keeps(left, right) : cell(node, parts[node], exchange) == parts[node];
        if (!same) {
          return false;
        }
      }
    }
    return true;
  }

  /** The state that one becomes. This is done for most transitions. */
  void state(int[] parts, Permutation p, int[] into) {
    int[] image = p.image();
    int code = p.code();
    for (int node = 0; node < image.length; node++) {
      int cell = parts[node];
      into[image[node]] = fewCodes ? flat(node, cell, code, p) : spread(node, cell, code, p);
    }
    if (parts.length > group.nodes()) {
      space.environment().rename(parts, image, into);
    }
  }

  private int flat(int node, int cell, int code, Permutation p) {
    int[] known = flats[node];
    int at = cell * codes + code;
    int renamed = at < known.length ? known[at] - 1 : UNKNOWN;
    return renamed == UNKNOWN ? cell(node, cell, p) : renamed;
  }

  private int spread(int node, int cell, int code, Permutation p) {
    int[][] known = rows[node];
    int[] row = cell < known.length ? known[cell] : null;
    int to = p.of(node);
    int renamed = UNKNOWN;
    if (row != null) {
      long mask = masks[node][cell];
      if (to == node && (mask & p.moved()) == 0) {
        renamed = cell;
      } else if (row.length > 0) {
        renamed = row[mask == 0 ? to : code];
      }
    }
    return renamed == UNKNOWN ? cell(node, cell, p) : renamed;
  }

  // Features -----------------------------------------------------------------------------------

  Features cellFeatures(int node, int cell) {
    Features[] known = cellFeatures[node];
    if (cell < known.length && known[cell] != null) {
      return known[cell];
    }
    if (cell >= known.length) {
      int room = cell + (cell >> 1) + 1;
      known = Arrays.copyOf(known, room);
      cellFeatures[node] = known;
      rows[node] = Arrays.copyOf(rows[node], room);
      masks[node] = Arrays.copyOf(masks[node], room);
    }
    known[cell] = newCellFeatures(node, cell);
    masks[node][cell] = known[cell].mask;
    rows[node][cell] = NOTHING;
    return known[cell];
  }

  private Features newCellFeatures(int node, int cell) {
    Features local = localFeatures(node, dictionary.local(node, cell));
    int inbox = dictionary.inbox(node, cell);
    int[] pending = delivery.pending(inbox);
    int[] consumable = delivery.consumable(inbox);
    long mask = local.mask;
    boolean apart = Features.namesOneAtMost(mask);
    for (int message : pending) {
      long named = messageFeatures(message).mask;
      mask |= named;
      apart &= Features.namesOneAtMost(named);
    }
    long[] views = new long[mask == 0 ? 0 : group.memberCount()];
    long kind = Features.mix(local.kind, 1);
    addViews(local, 1, views);
    for (int message : pending) {
      kind += Features.mix(messageFeatures(message).kind, 2);
      addViews(messageFeatures(message), 2, views);
    }
    for (int message : consumable) {
      kind += Features.mix(messageFeatures(message).kind, 3);
      addViews(messageFeatures(message), 3, views);
    }
    return new Features(mask, kind, views, apart && isBag).ofCell(node, group);
  }

  private static void addViews(Features part, long as, long[] views) {
    for (long left = part.mask; left != 0; left &= left - 1) {
      int member = Long.numberOfTrailingZeros(left);
      views[member] += Features.mix(part.views[member], as);
    }
  }

  Features localFeatures(int node, int local) {
    Features[] known = localFeatures[node];
    if (local < known.length && known[local] != null) {
      return known[local];
    }
    if (local >= known.length) {
      known = Arrays.copyOf(known, local + (local >> 1) + 1);
      localFeatures[node] = known;
    }
    known[local] = features(names -> runner.likened(node, local, names), 0, -1);
    return known[local];
  }

  Features messageFeatures(int message) {
    if (message < messageFeatures.length && messageFeatures[message] != null) {
      return messageFeatures[message];
    }
    if (message >= messageFeatures.length) {
      messageFeatures = Arrays.copyOf(messageFeatures, message + (message >> 1) + 1);
    }
    int sender = messages.sender(message);
    int senderOrbit = group.orbitOf(sender);
    long from = senderOrbit >= 0 ? -1 - senderOrbit : sender;
    messageFeatures[message] =
        features(names -> messages.likened(message, names), from, group.member(sender));
    return messageFeatures[message];
  }

  /**
   * The features of content.
   *
   * @param written writes it under other names
   * @param origin what else tells it from others, whatever the names
   * @param sender the member that sent it, or -1
   */
  private Features features(
      Function<UnaryOperator<Object>, byte[]> written, long origin, int sender) {
    long[] named = new long[1];
    long kind = Features.mix(Features.hash(written.apply(alike(-1, named))), origin);
    long mask = named[0] | (sender < 0 ? 0 : 1L << sender);
    if (mask == 0) {
      return new Features(0, kind, new long[0], true);
    }
    long[] views = new long[group.memberCount()];
    for (long left = mask; left != 0; left &= left - 1) {
      int member = Long.numberOfTrailingZeros(left);
      byte[] seen = written.apply(alike(member, named));
      views[member] = Features.mix(Features.hash(seen), member == sender ? 5 : 4);
    }
    return new Features(mask, kind, views, Features.namesOneAtMost(mask));
  }

  long bytes() {
    long bytes = renamedMessages.bytes() + 8L * messageFeatures.length;
    for (int node = 0; node < cells.length; node++) {
      bytes += locals[node].bytes() + cells[node].bytes();
      bytes += 8L * (localFeatures[node].length + 3 * cellFeatures[node].length);
      bytes += 48L * dictionary.cellCount(node) + 4L * flats[node].length;
    }
    return bytes + 4L * roomForRenamed;
  }
}
