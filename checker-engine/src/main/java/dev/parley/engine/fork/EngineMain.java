package dev.parley.engine.fork;

import dev.parley.engine.Checker;
import dev.parley.engine.Comparison;
import dev.parley.engine.Replay;
import dev.parley.engine.internal.Diagnosis;
import dev.parley.engine.internal.infer.ParsedClasses;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.ReplayOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The engine's process: connects to its parent, does what is asked, tells what happens, ends.
 *
 * <p>Nothing an instance does may cost the others their results. Each instance gets a class loader
 * of its own, so that statics do not leak from one to the next, and whatever it throws becomes its
 * result: memory that runs out is an exhausted budget, all else an error with its place. A parent
 * that is gone ends the process at once, whatever it is doing.
 */
public final class EngineMain {
  private static final int PARENT_GONE = 3;

  /** How long an interrupted process may take to save its search. */
  static final Duration MOST_SAVING = Duration.ofSeconds(20);

  private final Link parent;
  private final LineStream output;
  private final Map<List<String>, ParsedClasses> parsedClasses = new HashMap<>();
  private final Thread worker = Thread.currentThread();
  private final Optional<Saving> saving = Saving.asTold();
  private volatile boolean done;

  /** What saves the search that is under way; null if none is. */
  private volatile Keeper keeper;

  private EngineMain(Link parent) {
    this.parent = parent;
    this.output = new LineStream(line -> tell(new Event.Output(line)));
  }

  /**
   * Connects to the parent and serves its request.
   *
   * @param arguments the parent's address, port and token
   * @throws IOException if the parent cannot be reached
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println(
          "This is the process Parley's Maven plugin starts for itself; run `mvn parley:check`.");
      System.exit(2);
    }
    Socket socket = new Socket(InetAddress.getByName(arguments[0]), Integer.parseInt(arguments[1]));
    socket.getOutputStream().write(arguments[2].getBytes(StandardCharsets.US_ASCII));
    new EngineMain(new Link(socket)).serve();
    // Threads a protocol started must not keep the process alive.
    System.exit(0);
  }

  private void serve() throws IOException {
    Request request = parent.receive(Request.class);
    System.setOut(output.asPrintStream());
    System.setErr(output.asPrintStream());
    Thread ear = new Thread(this::listen, "parley-parent");
    ear.setDaemon(true);
    ear.start();
    if (saving.isPresent()) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::save, "parley-save"));
    }
    tell(new Event.Connected(System.getProperty("java.version")));
    if (request instanceof CheckRequest check) {
      check(check);
    } else if (request instanceof CompareRequest compare) {
      compare(compare);
    } else if (request instanceof ReplayRequest replay) {
      replay(replay);
    }
    done = true;
    tell(new Event.RunFinished());
  }

  /** Answers the parent's questions until it is gone. */
  private void listen() {
    try {
      while (true) {
        if (parent.receive(Request.class) instanceof Request.WhereAreYou) {
          StackTraceElement[] stack = worker.getStackTrace();
          tell(new Event.Located(Diagnosis.place(stack), Diagnosis.stack(stack)));
        }
      }
    } catch (IOException | UncheckedIOException gone) {
      if (!done) {
        save();
        Runtime.getRuntime().halt(PARENT_GONE);
      }
    }
  }

  private void save() {
    Keeper current = keeper;
    if (current != null) {
      current.saveNow(MOST_SAVING);
    }
  }

  private void check(CheckRequest request) {
    for (Target target : request.targets()) {
      tell(new Event.InstanceStarted(target));
      Attempt attempt = Errand.of(request).begin(target);
      Event finished = new Event.InstanceFinished(check(target, attempt, request));
      output.restart();
      try {
        tell(finished);
      } catch (OutOfMemoryError e) {
        // Nothing of it was sent, and a result without the steps is small.
        finished = null;
        tell(
            new Event.InstanceFinished(
                attempt.outOfMemory(Diagnosis.ENGINE, Runtime.getRuntime().maxMemory())));
      }
    }
  }

  private InstanceResult check(Target target, Attempt attempt, CheckRequest request) {
    try {
      return withProtocol(
          target, request.classPath(), protocol -> search(protocol, attempt, request));
    } catch (UncheckedIOException e) {
      throw e;
    } catch (Throwable thrown) {
      // The search's frames are gone, and with them everything it held: there is room again.
      return Diagnosis.isOutOfMemory(thrown)
          ? attempt.outOfMemory(place(thrown), Runtime.getRuntime().maxMemory())
          : attempt.error(diagnosis(thrown, target));
    }
  }

  private static String place(Throwable thrown) {
    Throwable cause = thrown;
    while (!(cause instanceof OutOfMemoryError) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return Diagnosis.place(cause.getStackTrace());
  }

  private InstanceResult search(Class<?> protocol, Attempt attempt, CheckRequest request) {
    tellDeclared(protocol, attempt, request::inForce);
    Model model = ModelLoader.load(protocol, attempt.target().instance(), request.network());
    Budget budget = request.inForce(model.description().budget());
    tellLoaded(model, budget, attempt);
    SearchOptions options = request.search().withBudget(budget);
    ProgressListener progress = progress(attempt, request.progressInterval());
    if (saving.isEmpty()) {
      return Checker.check(model, options, progress);
    }
    try {
      keeper = saving.get().keeper(attempt.target(), request.with(options));
    } catch (UncheckedIOException e) {
      // Not to be taken for a parent that is gone.
      throw new IllegalStateException("what a saved search depends on cannot be read", e);
    }
    try {
      return Checker.check(model, options, progress, keeper);
    } finally {
      keeper = null;
    }
  }

  private void compare(CompareRequest request) {
    Errand<ComparisonResult> errand = Errand.of(request);
    long began = System.nanoTime();
    for (Target target : request.targets()) {
      tell(new Event.InstanceStarted(target));
      Attempt attempt = errand.begin(target);
      if (request.measuring().filter(most -> isOver(began, most)).isPresent()) {
        tell(new Event.ComparisonFinished(notMeasured(attempt)));
        continue;
      }
      Event finished;
      try {
        finished =
            withProtocol(
                target,
                request.classPath(),
                protocol -> new Event.ComparisonFinished(compared(protocol, attempt, request)));
      } catch (UncheckedIOException e) {
        throw e;
      } catch (Throwable thrown) {
        // Runs that fill the heap are results; this is memory that ran out between them.
        finished =
            errand.failed(
                attempt,
                Diagnosis.isOutOfMemory(thrown) ? heapTooSmall(target) : diagnosis(thrown, target));
      }
      output.restart();
      tell(finished);
    }
  }

  private ComparisonResult compared(Class<?> protocol, Attempt attempt, CompareRequest request) {
    tellDeclared(protocol, attempt, request::inForce);
    Model model = ModelLoader.load(protocol, attempt.target().instance(), request.network());
    Budget budget = request.inForce(model.description().budget());
    tellLoaded(model, budget, attempt);
    Supplier<Model> fresh =
        () -> ModelLoader.load(protocol, attempt.target().instance(), request.network());
    Comparison.Listener listener =
        new Comparison.Listener() {
          private final ProgressListener rarely =
              EngineMain.this.progress(attempt, request.progressInterval());

          @Override
          public void started(String mode, int round) {
            tell(new Event.ModeStarted(mode, round));
          }

          @Override
          public void progress(Progress progress) {
            rarely.progress(progress);
          }
        };
    return request.measuring().isPresent()
        ? Comparison.measured(fresh, request.modes(), budget, listener)
        : Comparison.run(fresh, request.modes(), budget, request.rounds(), listener);
  }

  private static boolean isOver(long began, Duration most) {
    return System.nanoTime() - began > most.toNanos();
  }

  private static ComparisonResult notMeasured(Attempt attempt) {
    return new ComparisonResult(
        attempt.description(), attempt.budget(), 1, List.of(), Optional.empty());
  }

  private static Mistake diagnosis(Throwable thrown, Target target) {
    return Diagnosis.of(thrown, target.protocolClass(), target.toString());
  }

  private static Mistake heapTooSmall(Target target) {
    return new Mistake(
        "engine",
        "The engine's heap ran out while "
            + target
            + " was compared. Raise it with -Dparley.heap, or make the instance smaller.",
        "",
        Optional.empty());
  }

  private void tellLoaded(Model model, Budget budget, Attempt attempt) {
    Event.InstanceLoaded loaded =
        new Event.InstanceLoaded(
            model.description(),
            budget,
            model.properties().stream()
                .map(
                    p ->
                        new PropertyResult(
                            p.name(),
                            p.description(),
                            p.kind(),
                            PropertyResult.Status.UNDECIDED,
                            0))
                .toList());
    attempt.loaded(loaded);
    tell(loaded);
  }

  /**
   * Reports what is declared before any code of the instance runs. If that code does not return,
   * the budget limits it; if it fails, the result says what was declared. Mistakes in the
   * declaration itself show when the instance is loaded.
   */
  private void tellDeclared(Class<?> protocol, Attempt attempt, UnaryOperator<Budget> inForce) {
    Optional<Model.Description> description;
    try {
      description =
          ModelLoader.describe(protocol).stream()
              .filter(d -> d.instance().equals(attempt.target().instance()))
              .findFirst();
    } catch (RuntimeException | LinkageError sameWhenLoaded) {
      return;
    }
    description.ifPresent(
        d -> {
          Event.InstanceDeclared declared =
              new Event.InstanceDeclared(d, inForce.apply(d.budget()));
          attempt.declared(declared);
          tell(declared);
        });
  }

  private ProgressListener progress(Attempt attempt, Duration every) {
    long interval = every.toNanos();
    return new ProgressListener() {
      private long next = System.nanoTime() + interval;

      @Override
      public void progress(Progress progress) {
        attempt.progressed(progress);
        long now = System.nanoTime();
        if (now - next >= 0) {
          next = now + interval;
          tellUnlessGone(new Event.Progressed(progress));
        }
      }

      @Override
      public void found(InstanceResult withoutTrace) {
        attempt.found(withoutTrace);
        tell(new Event.Found(withoutTrace));
      }
    };
  }

  private void replay(ReplayRequest request) {
    try {
      ReplayOutcome outcome =
          withProtocol(
              request.target(),
              request.classPath(),
              protocol ->
                  Replay.run(
                      ModelLoader.load(protocol, request.target().instance(), request.network()),
                      request.trace(),
                      step -> tell(new Event.Stepped(step))));
      tell(new Event.ReplayFinished(outcome));
    } catch (UncheckedIOException e) {
      throw e;
    } catch (Throwable thrown) {
      tell(new Event.ReplayFailed(diagnosis(thrown, request.target())));
    }
    output.restart();
  }

  private interface Work<R> {
    R with(Class<?> protocol) throws Exception;
  }

  private <R> R withProtocol(Target target, List<String> classPath, Work<R> work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (ProtocolClassLoader loader = new ProtocolClassLoader(classPath, parsed(classPath))) {
      thread.setContextClassLoader(loader);
      return work.with(Class.forName(target.protocolClass(), false, loader));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Instances have loaders of their own; what their class files say is the same for all. */
  private ParsedClasses parsed(List<String> classPath) {
    return parsedClasses.computeIfAbsent(classPath, path -> new ParsedClasses());
  }

  /** If the parent is gone, the search that is under way is saved before this process ends. */
  private void tellUnlessGone(Event event) {
    try {
      tell(event);
    } catch (UncheckedIOException e) {
      if (keeper == null) {
        throw e;
      }
    }
  }

  private void tell(Event event) {
    try {
      parent.send(Event.class, event);
    } catch (IOException e) {
      throw new UncheckedIOException("the parent is gone", e);
    }
  }
}
