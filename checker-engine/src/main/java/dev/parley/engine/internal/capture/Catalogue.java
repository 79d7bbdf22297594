package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.ObjectShapes.ConstantsFirst;
import dev.parley.engine.internal.capture.ObjectShapes.FunctionShape;
import dev.parley.engine.internal.capture.ObjectShapes.NodeShape;
import dev.parley.engine.internal.capture.ObjectShapes.PlainShape;
import dev.parley.engine.internal.capture.ObjectShapes.PlainValueShape;
import dev.parley.engine.internal.capture.ObjectShapes.RecordShape;
import dev.parley.engine.internal.order.FixedArrangedMap;
import dev.parley.engine.internal.order.FixedArrangedSet;
import dev.parley.engine.internal.order.Order;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.WeakHashMap;

/**
 * The shapes of all classes met so far. Each gets an id when it is first met; encodings of one
 * catalogue can be compared with each other, not with another's.
 *
 * <p>A class has up to two shapes: one for local state, where collections are objects that change
 * and are shared, and one for messages, where they are immutable values. The JDK's own value types
 * have the same in both.
 */
final class Catalogue {
  private final Map<Class<?>, Shape> inState = new HashMap<>();
  private final Map<Class<?>, Shape> inValues = new HashMap<>();
  private final Map<Class<?>, NodeShape> nodes = new HashMap<>();
  private final Map<Class<?>, Shape> builtIn = new HashMap<>();
  private final Map<Class<?>, Shape> builtInValues = new HashMap<>();
  private final List<Shape> byId = new ArrayList<>();
  private final Map<Shape, Class<?>> types = new IdentityHashMap<>();
  private final List<Object> constants = new ArrayList<>();
  private final Set<Class<?>> searchedForConstants = new HashSet<>();

  private final Shape list = new FixedShapes.OfList();
  private final Shape set = new FixedShapes.OfSet();
  private final Shape map = new FixedShapes.OfMap();
  private final Shape orderedSet = new FixedShapes.OfOrderedSet();
  private final Shape orderedMap = new FixedShapes.OfOrderedMap();
  private final Shape sortedSet = new FixedShapes.OfSortedSet();
  private final Shape sortedMap = new FixedShapes.OfSortedMap();
  private final Shape enumSet = new CollectionShapes.EnumSetShape();
  private final Shape enumSetValue = new FixedShapes.OfEnumSet();
  private final Shape enumMapValue = new FixedShapes.OfEnumMap();
  private final Shape setByOrder = new FixedShapes.ByOrder(orderedSet, set);
  private final Shape mapByOrder = new FixedShapes.ByOrder(orderedMap, map);

  private final Set<Field> auxiliaryFields;
  private final Set<Field> leftOut;
  private final Set<Field> varying;
  private final Set<Rare> registered = EnumSet.noneOf(Rare.class);
  private boolean rewritten;

  /**
   * An empty catalogue.
   *
   * @param auxiliaryFields fields of node classes that are auxiliary like marked ones
   * @param leftOut fields of node classes that are not there at all
   * @param varying final fields of node classes that differ among initial states
   */
  Catalogue(Set<Field> auxiliaryFields, Set<Field> leftOut, Set<Field> varying) {
    this.auxiliaryFields = Set.copyOf(auxiliaryFields);
    this.leftOut = Set.copyOf(leftOut);
    this.varying = Set.copyOf(varying);
    ValueShapes.registerUsual(builtInValues);
    builtIn.putAll(builtInValues);
  }

  /**
   * Most shapes are made of lambdas, each of which is a class that has to be spun when it is first
   * used: making all of them for a protocol of integers and strings is a good part of the time a
   * short check takes. So they wait, group by group, until a class of the JDK asks for one.
   */
  private void registerRare(Class<?> type) {
    if (type.getClassLoader() == null && !builtIn.containsKey(type)) {
      Rare group = Rare.of(type);
      if (registered.add(group)) {
        group.registerValues(builtInValues);
        builtIn.putAll(builtInValues);
        group.registerMutable(builtIn);
      }
    }
  }

  /** The shape of a value's class, in a message or in local state. */
  Shape shapeOf(Object value, boolean asValue) {
    Map<Class<?>, Shape> shapes = asValue ? inValues : inState;
    Shape shape = shapes.get(value.getClass());
    if (shape == null) {
      shape = create(Order.standsFor(value.getClass()), asValue);
      shapes.put(value.getClass(), shape);
    }
    return shape;
  }

  NodeShape nodeShape(Class<? extends Node> type) {
    NodeShape shape = nodes.get(type);
    if (shape == null) {
      findConstants(type);
      rewritten |= type.getClassLoader() instanceof Order.Rewriting;
      shape = new NodeShape(type, auxiliaryFields, leftOut, varying);
      nodes.put(type, shape);
    }
    return shape;
  }

  /** Whether the nodes' code has no HashSet and HashMap but those that stand for them. */
  boolean isRewritten() {
    return rewritten;
  }

  Shape byId(int id) {
    return byId.get(id);
  }

  Object constant(int number) {
    return constants.get(number);
  }

  /** How many ids there are. */
  int size() {
    return byId.size();
  }

  /** Gives the ids from the given one on in the order of the classes' names. */
  void renumberFrom(int first) {
    List<Shape> recent = byId.subList(first, byId.size());
    recent.sort(Comparator.comparing(shape -> types.get(shape).getName()));
    for (int i = first; i < byId.size(); i++) {
      byId.get(i).id = i;
    }
  }

  private Shape numbered(Shape shape, Class<?> type) {
    if (types.putIfAbsent(shape, type) == null) {
      shape.id = byId.size();
      byId.add(shape);
    }
    return shape;
  }

  private Shape create(Class<?> type, boolean asValue) {
    registerRare(type);
    try {
      if (Enum.class.isAssignableFrom(type)) {
        return enumShape(type.isEnum() ? type : type.getSuperclass(), asValue);
      }
      if (type.isRecord() && !builtIn.containsKey(type)) {
        findConstants(type);
        return numbered(new RecordShape(type), type);
      }
      if (FunctionShape.isFunction(type)) {
        return asValue ? shared(type) : numbered(new FunctionShape(type), type);
      }
      Shape jdk = asValue ? jdkValue(type) : jdkState(type);
      if (jdk != null) {
        return numbered(jdk, type);
      }
      return asValue ? plainValue(type) : plain(type);
    } catch (Uncapturable e) {
      return new Shape.Refused(e.getMessage());
    }
  }

  /** All constants of an enum, with bodies or without, have the one shape. */
  private Shape enumShape(Class<?> type, boolean asValue) {
    Shape known = (asValue ? inState : inValues).get(type);
    if (known == null) {
      known = (asValue ? inValues : inState).get(type);
    }
    if (known == null) {
      known = numbered(new ValueShapes.EnumShape(type), type);
      inState.put(type, known);
      inValues.put(type, known);
    }
    return known;
  }

  /** The shape the class has in local state. */
  private Shape shared(Class<?> type) {
    Shape known = inState.get(type);
    if (known == null) {
      known = create(type, false);
      inState.put(type, known);
    }
    return known;
  }

  private Shape jdkState(Class<?> type) {
    Shape known = builtIn.get(type);
    if (known != null) {
      return known;
    }
    if (isStandIn(type)) {
      return immutable(type);
    }
    if (type.isArray()) {
      return type.getComponentType().isPrimitive()
          ? new ObjectShapes.PrimitiveArrayShape(type)
          : new ObjectShapes.ArrayShape(type);
    }
    if (!Types.isJdk(type)) {
      return null;
    }
    if (EnumSet.class.isAssignableFrom(type)) {
      return enumSet;
    }
    String name = type.getName();
    if (name.startsWith("java.util.Collections$Unmodifiable")) {
      // Collections.emptySortedSet() and its like come back as the view they extend.
      return name.contains("$Empty")
          ? shared(type.getSuperclass())
          : FixedShapes.View.unmodifiable(type);
    }
    if (name.equals("java.util.Arrays$ArrayList")) {
      return FixedShapes.View.ofArray(type);
    }
    if (name.startsWith("java.util.ImmutableCollections$")
        || name.startsWith("java.util.Collections$Empty")
        || name.startsWith("java.util.Collections$Singleton")
        || name.equals("java.util.Collections$CopiesList")) {
      return immutable(type);
    }
    return null;
  }

  private Shape jdkValue(Class<?> type) {
    Shape known = builtInValues.get(type);
    if (known != null) {
      return known;
    }
    boolean byContent =
        Types.isJdk(type) && type != IdentityHashMap.class && type != WeakHashMap.class;
    return isStandIn(type) || byContent ? immutable(type) : null;
  }

  /** Whether objects of the class were restored in the place of immutable collections. */
  static boolean isStandIn(Class<?> type) {
    return type == FixedList.class
        || type == FixedSet.class
        || type == FixedMap.class
        || type == FixedOrderedSet.class
        || type == FixedOrderedMap.class
        || type == FixedArrangedSet.class
        || type == FixedArrangedMap.class;
  }

  /** The shape of a collection class seen as a value, or null if it is none. */
  private Shape immutable(Class<?> type) {
    if (SortedSet.class.isAssignableFrom(type)) {
      return numbered(sortedSet, SortedSet.class);
    }
    if (SortedMap.class.isAssignableFrom(type)) {
      return numbered(sortedMap, SortedMap.class);
    }
    if (EnumSet.class.isAssignableFrom(type)) {
      return numbered(enumSetValue, EnumSet.class);
    }
    if (type == EnumMap.class) {
      return numbered(enumMapValue, EnumMap.class);
    }
    if (Set.class.isAssignableFrom(type)) {
      Shape any = numbered(set, Set.class);
      Shape ordered = numbered(orderedSet, LinkedHashSet.class);
      return IterationOrder.isPromisedBy(type)
          ? ordered
          : IterationOrder.isDeniedBy(type) ? any : setByOrder;
    }
    if (Map.class.isAssignableFrom(type)) {
      Shape any = numbered(map, Map.class);
      Shape ordered = numbered(orderedMap, LinkedHashMap.class);
      return IterationOrder.isPromisedBy(type)
          ? ordered
          : IterationOrder.isDeniedBy(type) ? any : mapByOrder;
    }
    boolean sequence =
        List.class.isAssignableFrom(type)
            || Deque.class.isAssignableFrom(type)
            || IterationOrder.isSequenced(type);
    return sequence ? numbered(list, List.class) : null;
  }

  private Shape plain(Class<?> type) {
    String refusal = Refusals.ofState(type);
    if (refusal != null) {
      return new Shape.Refused(refusal);
    }
    PlainShape plain = new PlainShape(type);
    numbered(plain, type);
    Shape shape = plain.constantLike() ? new ConstantsFirst(plain, plain) : plain;
    inState.put(type, shape);
    findConstants(type);
    return shape;
  }

  private Shape plainValue(Class<?> type) {
    String refusal = Refusals.ofValue(type);
    if (refusal != null) {
      return new Shape.Refused(refusal);
    }
    Shape value = numbered(new PlainValueShape(new PlainShape(type)), type);
    return shared(type) instanceof ConstantsFirst known ? known.otherwise(value) : value;
  }

  /**
   * Looks through the static final fields of a class and its nest for immutable objects that code
   * may compare with {@code ==}.
   */
  private void findConstants(Class<?> type) {
    if (type == null || Types.isJdk(type) || !searchedForConstants.add(type)) {
      return;
    }
    findConstants(type.getNestHost());
    findConstants(type.getSuperclass());
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers)
          && Modifier.isFinal(modifiers)
          && !field.isSynthetic()
          && !Types.isConstant(field.getType())
          && field.trySetAccessible()) {
        addConstantIn(field);
      }
    }
  }

  private void addConstantIn(Field field) {
    try {
      Object value = JdkInternals.read(field, null);
      if (value != null) {
        addConstant(value);
      }
    } catch (LinkageError e) {
      // A class that cannot be initialised, or misses others, has no constants anyone could have
      // got hold of. Should one turn up after all, its capture reports the error.
      return;
    }
  }

  private void addConstant(Object value) {
    Class<?> type = value.getClass();
    boolean plain =
        type == Object.class
            || !Types.isJdk(type)
                && !type.isEnum()
                && !type.isRecord()
                && !type.isArray()
                && !type.isHidden()
                && !Proxy.isProxyClass(type);
    if (plain
        && shapeOf(value, false) instanceof ConstantsFirst known
        && known.plain().constantNumber(value) < 0) {
      known.plain().addConstant(value, constants.size());
      constants.add(value);
    }
  }
}
