package org.bdm.server.site.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The callers who scrape the metrics: somebody must see that the catalog is away while it is. A token with the role metrics alone that was valid
 * when the catalog was asked last is good while the catalog does not answer, at most for an hour; it gives nothing but the metrics. Any
 * thread; waits shortly for a token that is known, and as long as the catalog takes for others.
 */
public final class ScrapeCallers implements AutoCloseable {
    private static final int TOKENS_MAX = 16;
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final Duration GOOD_FOR = Duration.ofHours(1);

    private final Function<String, Optional<Caller>> tokens;
    private final ExecutorService threads;
    private final LongSupplier nanoTime;

    private final Map<Checksum, Known> known = new LinkedHashMap<>() { // guarded by this
                @Override
                protected boolean removeEldestEntry(Map.Entry<Checksum, Known> eldest) {
                    return size() > TOKENS_MAX;
                }
            };

    /** A token that was valid. Guarded by the callers. */
    private static final class Known {
        private final Caller caller;
        private final long validAt;
        private @Nullable CompletableFuture<Optional<Caller>> asked;

        Known(Caller caller, long validAt) {
            this.caller = caller;
            this.validAt = validAt;
        }
    }

    /**
     * Knows no token yet.
     *
     * @param tokens asks the catalog for the caller of a secret, as {@link AccessTokens#callerOf(String)}
     * @param threads ask the catalog, each for one token; shut down with this
     * @param nanoTime monotonic clock, in nanoseconds
     */
    public ScrapeCallers(Function<String, Optional<Caller>> tokens, ExecutorService threads, LongSupplier nanoTime) {
        this.tokens = tokens;
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** Returns the caller who shows this secret; empty if it is invalid. CATALOG_UNAVAILABLE if nobody can tell. */
    public Optional<Caller> callerOf(String secret) {
        Checksum hash = AccessTokens.sha256(secret);
        Known before = known(hash);
        if (before == null) return remembered(hash, tokens.apply(secret));
        try {
            return asked(hash, before, secret).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | RejectedExecutionException e) {
            return Optional.of(before.caller);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(before.caller);
        } catch (ExecutionException e) {
            boolean isAway = e.getCause() instanceof MoverException why && why.code() == ErrorCode.CATALOG_UNAVAILABLE;
            if (isAway) return Optional.of(before.caller);
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        }
    }

    private synchronized @Nullable Known known(Checksum hash) {
        Known found = known.get(hash);
        return found == null || nanoTime.getAsLong() - found.validAt > GOOD_FOR.toNanos() ? null : found;
    }

    /** Asks the catalog, once at a time for each token. */
    private CompletableFuture<Optional<Caller>> asked(Checksum hash, Known before, String secret) {
        synchronized (this) {
            if (before.asked == null || before.asked.isDone()) {
                before.asked = CompletableFuture.supplyAsync(() -> remembered(hash, tokens.apply(secret)), threads);
            }
            return before.asked;
        }
    }

    private synchronized Optional<Caller> remembered(Checksum hash, Optional<Caller> found) {
        known.remove(hash);
        found.filter(caller -> caller.roles().equals(Set.of(Role.METRICS)))
                .ifPresent(caller -> known.put(hash, new Known(caller, nanoTime.getAsLong())));
        return found;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
