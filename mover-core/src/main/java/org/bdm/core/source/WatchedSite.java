package org.bdm.core.source;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One export of one site while a session lasts: opened when a file first needs it, left alone after it was silent or refused, and found to be
 * back without any file waiting for that. Any thread.
 */
final class WatchedSite {
    /** After the first trouble; doubled with each one that follows. */
    static final Duration PAUSE = Duration.ofSeconds(60);

    static final Duration PAUSE_MAX = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(WatchedSite.class);

    private final Supplier<SitePlace> opening;
    private final LongSupplier nanoTime;
    private @Nullable SitePlace place; // guarded by this, as is all below
    private int troubles;
    private boolean isTroubleCounted;
    private boolean isTriedOut;

    /**
     * A site that nothing has been asked of.
     *
     * @param opening begins to open it
     */
    WatchedSite(Supplier<SitePlace> opening, LongSupplier nanoTime) {
        this.opening = opening;
        this.nanoTime = nanoTime;
    }

    /** Returns where to request a file now; empty if another source is better. */
    synchronized Optional<SitePlace> toAsk() {
        SitePlace known = place;
        if (known == null) {
            known = opening.get();
            place = known;
        }
        if (known.gone().isPresent()) {
            tryAgainLater(known, known.gone().get());
            return Optional.empty();
        }
        if (troubles == 0) return known.isOpen() || known.isOpening() ? Optional.of(known) : Optional.empty();
        if (!known.isOpen()) return Optional.empty();
        if (!isTriedOut) {
            isTriedOut = true;
            known.tryOut();
        }
        if (!known.hasAnswered()) return Optional.empty();
        troubles = 0;
        return Optional.of(known);
    }

    private void tryAgainLater(SitePlace lost, MoverException why) {
        if (!isTroubleCounted) {
            troubles++;
            isTroubleCounted = true;
            LOG.info("a site is not used for {} s: {}", pauseNanos() / 1_000_000_000, why.detail());
        }
        if (nanoTime.getAsLong() - lost.goneAtNanos() < pauseNanos()) return;
        isTroubleCounted = false;
        isTriedOut = false;
        place = opening.get();
    }

    private long pauseNanos() {
        long pause = PAUSE.toNanos() << Math.min(troubles - 1, 10);
        return Math.min(pause, PAUSE_MAX.toNanos());
    }

    /** Why it is not asked now; empty if nothing is known against it. */
    synchronized Optional<MoverException> why() {
        SitePlace known = place;
        return known == null ? Optional.empty() : known.gone();
    }

    /** Returns the places that are open or being opened. */
    synchronized List<SitePlace> places() {
        SitePlace known = place;
        return known == null || known.gone().isPresent() ? List.of() : List.of(known);
    }
}
