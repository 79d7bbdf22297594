package dev.parley.engine.internal.lint;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.World;
import java.io.File;
import java.io.FileReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Steps that do what they must not. A comment {@code finds: words} says that exactly one finding is
 * due on that line, with those words, separated by semicolons; no other line may have one.
 */
final class ImpureSteps {
  private ImpureSteps() {}

  record Msg(int value) {}

  static class Times extends Node {
    Object seen;

    @Step
    void clocks() {
      seen = System.currentTimeMillis(); // finds: calls System.currentTimeMillis(); clock; @Step
      seen = System.nanoTime(); // finds: System.nanoTime()
      seen = Instant.now(); // finds: java.time.Instant.now()
      seen = LocalDate.now(Clock.systemUTC()); // finds: java.time.Clock.systemUTC()
      seen = LocalDate.now(); // finds: java.time.LocalDate.now()
      seen = new Date(); // finds: new java.util.Date()
      seen = new Date(0);
    }
  }

  static class Randoms extends Node {
    Object seen;
    Random kept;

    @Receive
    void dice(Msg m, NodeId from) {
      seen = Math.random(); // finds: Math.random(); choose()
      seen = new Random().nextInt(); // finds: new java.util.Random() and calls java.util.Random.
      seen = kept.nextBoolean(); // finds: java.util.Random.nextBoolean()
      seen = new SplittableRandom(1); // finds: new java.util.SplittableRandom()
      seen = ThreadLocalRandom.current(); // finds: ThreadLocalRandom.current()
      seen = new SecureRandom(); // finds: new java.security.SecureRandom()
      seen = UUID.randomUUID(); // finds: java.util.UUID.randomUUID()
      seen = UUID.nameUUIDFromBytes(new byte[0]);
      seen = RandomGenerator.getDefault(); // finds: RandomGenerator.getDefault()
      Collections.shuffle(new ArrayList<>()); // finds: java.util.Collections.shuffle()
      Collections.shuffle(new ArrayList<>(), kept);
    }
  }

  static class Threads extends Node {
    Object seen;
    Executor executor;
    List<Integer> list = new ArrayList<>();
    Lock lock = new ReentrantLock();

    @Step
    void concurrent() throws Exception {
      new Thread().start(); // finds: new Thread() and calls Thread.start(); atomic
      Thread.sleep(1); // finds: Thread.sleep()
      executor.execute(null); // finds: java.util.concurrent.Executor.execute()
      seen = Executors.newCachedThreadPool(); // finds: Executors.newCachedThreadPool()
      seen = CompletableFuture.completedFuture(1); // finds: CompletableFuture.completedFuture()
      seen = ForkJoinPool.commonPool(); // finds: ForkJoinPool.commonPool()
      seen = new Timer(); // finds: new java.util.Timer()
      seen = list.parallelStream(); // finds: java.util.List.parallelStream()
      seen = list.stream().parallel(); // finds: java.util.stream.Stream.parallel()
      lock.lock(); // finds: java.util.concurrent.locks.Lock.lock()
      TimeUnit.SECONDS.sleep(1); // finds: TimeUnit.sleep()
      Arrays.parallelSort(new int[0]); // finds: java.util.Arrays.parallelSort()
      synchronized (this) {
        wait(); // finds: wait()
        notifyAll(); // finds: notifyAll()
      }
      new Worker().start(); // finds: Worker.start()
    }
  }

  static class Worker extends Thread {
    int count;

    Worker() {
      super("worker"); // finds: new Thread(); then Worker.<init>
    }

    @Override
    public void run() {
      count = (int) System.nanoTime(); // finds: System.nanoTime(); then Worker.run
    }
  }

  static class Outside extends Node {
    Object seen;

    @Step
    void reads() throws Exception {
      System.out.println("hi"); // finds: uses System.out and calls java.io.PrintStream.println()
      System.err.print(1); // finds: System.err; @AssumePure
      seen = System.in; // finds: System.in
      seen = new File("x"); // finds: new java.io.File()
      seen = new FileReader("x"); // finds: new java.io.FileReader()
      seen = new PrintWriter("x"); // finds: new java.io.PrintWriter()
      seen = Files.exists(Path.of("x")); // finds: Path.of() and calls java.nio.file.Files.exists()
      seen = new Socket(); // finds: new java.net.Socket()
      seen = new ProcessBuilder("x"); // finds: new ProcessBuilder()
      seen = new FileHandler("x"); // finds: new java.util.logging.FileHandler()
      seen = Logger.getLogger("x").getName(); // finds: java.util.logging.Logger.getName()
      Logger.getLogger("x").info("" + System.nanoTime()); // finds: System.nanoTime()
      seen = (Consumer<String>) Logger.getLogger("x")::info; // finds: Logger.info(); x -> log.info
      seen = System.console(); // finds: System.console()
      new Exception().printStackTrace(); // finds: Exception.printStackTrace()
    }

    @Step
    void environment() {
      seen = System.getenv("HOME"); // finds: System.getenv(); constructor
      seen = System.getProperty("user.dir"); // finds: System.getProperty()
      seen = System.identityHashCode(this); // finds: System.identityHashCode()
      seen = Locale.getDefault(); // finds: java.util.Locale.getDefault()
      seen = new java.util.IdentityHashMap<>(); // finds: java.util.IdentityHashMap
      seen = new java.util.WeakHashMap<>(4); // finds: java.util.WeakHashMap
      seen = new java.util.Hashtable<>(); // finds: java.util.Hashtable
      seen = new java.util.Properties(); // finds: java.util.Properties
      seen = java.util.concurrent.ConcurrentHashMap.newKeySet(); // finds: newKeySet
      seen = Runtime.getRuntime(); // finds: Runtime.getRuntime()
      seen = new Identity().hashCode();
    }
  }

  static final class Identity {
    @Override
    public int hashCode() {
      return super.hashCode(); // finds: Object.hashCode()
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  static class Statics extends Node {
    static int counter;
    int seen;

    @Step
    void count() {
      counter = 1; // finds: writes the static field; Statics.counter; field of the node
      seen = counter; // finds: reads the static field; Statics.counter, which is not final
      seen = Heir.inherited; // finds: Ancestor.inherited
      counter++; // finds: reads; and writes
    }
  }

  static class Ancestor {
    static int inherited = Integer.parseInt("1");
  }

  static final class Heir extends Ancestor {}

  /** Each way from a step to the code that does the harm. */
  static class Ways extends Base {
    Object seen;
    Strategy strategy = new Strange();
    Supplier<Integer> own;

    @Step(when = "guard")
    void first() {
      helper();
      super.inherited();
      Stream.of(1).map(i -> System.nanoTime()).toList(); // finds: System.nanoTime()
      LongSupplier time = System::nanoTime; // finds: System.nanoTime()
      Supplier<Made> maker = Made::new;
      strategy.apply();
      Kind.STRANGE.act();
      List<Integer> list = new ArrayList<>();
      list.sort(
          new Comparator<>() {
            @Override
            public int compare(Integer a, Integer b) {
              return (int) System.nanoTime(); // finds: Ways.first, then Ways$1.compare
            }
          });
      recurse(3);
    }

    @Receive(quorum = "size")
    void second(Quorum<Msg> q) {
      seen = q;
    }

    private void helper() {
      deeper();
    }

    private static void deeper() {
      Other.deepest();
    }

    void recurse(int n) {
      if (n > 0) {
        recurse(n - 1);
      }
    }

    boolean guard() {
      return System.nanoTime() > 0; // finds: from guard; Ways.guard
    }

    int size() {
      return (int) System.nanoTime(); // finds: from quorum size; Ways.size
    }

    @Override
    void template() {
      seen = System.nanoTime(); // finds: then Base.inherited > Ways.template
    }
  }

  abstract static class Base extends Node {
    void inherited() {
      template();
    }

    abstract void template();

    @Step
    void unoverridden() {
      IntSupplier twice = () -> Other.twice(1);
      twice.getAsInt();
    }
  }

  static final class Other {
    static void deepest() {
      System.nanoTime(); // finds: Ways.first, then Ways.helper > Ways.deeper > Other.deepest
    }

    static int twice(int i) {
      return i + (int) System.nanoTime(); // finds: Base.unoverridden, then Other.twice
    }

    static int never() {
      return (int) System.nanoTime();
    }
  }

  static final class Made {
    final long at;

    Made() {
      at = System.nanoTime(); // finds: then Made.<init>
    }
  }

  interface Strategy {
    void apply();
  }

  static final class Strange implements Strategy {
    @Override
    public void apply() {
      System.nanoTime(); // finds: then Strange.apply
    }
  }

  enum Kind {
    PLAIN,
    STRANGE {
      @Override
      void act() {
        System.nanoTime(); // finds: Ways.first, then
      }
    };

    static final long STARTED = System.nanoTime();

    void act() {}
  }

  static boolean property(World w) {
    return w.pending().stream()
        .allMatch(p -> System.nanoTime() > 0); // finds: from property; ImpureSteps.property
  }
}
