package dev.parley.engine.result;

import java.util.Optional;

/**
 * Why there is no verdict: a mistake in the protocol or a failure of the engine.
 *
 * @param place class and member, as {@code demo.Acceptor.read}, or {@code engine}
 * @param message what happened, the likely cause and what to do next
 * @param details a stack trace or comparison, maybe empty
 * @param trace the steps that led there, if the mistake showed up while searching
 */
public record Mistake(String place, String message, String details, Optional<Trace> trace) {}
