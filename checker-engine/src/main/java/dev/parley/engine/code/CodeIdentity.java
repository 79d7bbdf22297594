package dev.parley.engine.code;

import java.util.Optional;

/**
 * Tells the code that a protocol reaches apart from any other.
 *
 * @param digest the same only as long as no class is another one that the protocol reaches
 * @param influence what that code may look at besides, as {@code example.Lease calls
 *     java.lang.System.getenv}; then equal digests do not make equal results
 */
public record CodeIdentity(String digest, Optional<String> influence) {}
