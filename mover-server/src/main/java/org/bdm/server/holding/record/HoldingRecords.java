package org.bdm.server.holding.record;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.HeldRangeDigests.HeldRanges;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingChange;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.jspecify.annotations.Nullable;

/**
 * Takes events of files into the holdings. Two at the same time are both kept: the later one is decided by what the earlier one wrote. Any thread
 * that may block.
 */
public final class HoldingRecords {
    /** Most notices of one call. */
    public static final int NOTICES_MAX = 1_000;

    private final Catalog catalog;
    private final Clock clock;

    /** With its parts. */
    public HoldingRecords(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    /**
     * Writes what is new; the future completes when that is on stable storage. At most {@value #NOTICES_MAX} notices.
     *
     * @return what each became, in the order of the notices; null for one of which nothing is held
     */
    public CompletableFuture<List<@Nullable Holding>> record(List<HoldingNotice> notices) {
        if (notices.size() > NOTICES_MAX) throw new IllegalArgumentException(notices.size() + " notices at once");
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS); // as the catalog keeps it
        Map<ExportName, List<StorePath>> paths = new LinkedHashMap<>();
        for (HoldingNotice notice : notices) {
            paths.computeIfAbsent(notice.export(), missing -> new ArrayList<>()).add(notice.path());
        }
        Map<ExportName, Map<StorePath, Holding>> known = new LinkedHashMap<>();
        paths.forEach((export, wanted) -> known.put(export, catalog.holdings().find(export, wanted)));
        Decided decided = new Decided();
        for (HoldingNotice notice : notices) {
            Map<StorePath, Holding> ofExport = known.getOrDefault(notice.export(), Map.of());
            decided.add(notice, ofExport.get(notice.path()), before -> HoldingRules.decide(before, notice, now));
        }
        return written(decided);
    }

    /** Changes that are to be written, and the holding that each file becomes by them. */
    private static final class Decided {
        private final List<@Nullable Holding> outcomes = new ArrayList<>();
        private final List<HoldingChange> changes = new ArrayList<>();
        private final List<Integer> places = new ArrayList<>(); // of the changes, among the outcomes
        private final List<HeldRanges> ranges = new ArrayList<>();

        void add(HoldingNotice notice, @Nullable Holding before, HoldingChange.Rule rule) {
            HoldingChange change = HoldingChange.of(notice.export(), notice.path(), before, rule);
            ranges(notice).ifPresent(ranges::add);
            outcomes.add(change.after().holding());
            if (change.isNothing()) return;
            places.add(outcomes.size() - 1);
            changes.add(change);
        }
    }

    /** A held file that was looked at: the holding as it was read from the catalog, and what was seen. */
    public record Look(Holding before, HoldingNotice notice) {}

    /**
     * As {@link #record}, of holdings that were read already, which are not looked up: decided by those, and anew by what is held when it is
     * written if somebody changed it meanwhile.
     */
    public CompletableFuture<List<@Nullable Holding>> recordLooks(List<Look> looks) {
        return written(looks(looks, (look, now) -> known -> HoldingRules.decide(known, look.notice(), now)));
    }

    /** As {@link #recordLooks}, but nothing is recorded of a file whose holding somebody changed meanwhile: what it became is null. */
    public CompletableFuture<List<@Nullable Holding>> recordUnlessChanged(List<Look> looks) {
        Decided decided = looks(
                looks,
                (look, now) -> known -> look.before().equals(known)
                        ? HoldingRules.decide(known, look.notice(), now)
                        : new HoldingChange.After(known, List.of()));
        List<@Nullable Holding> wanted = new ArrayList<>(decided.outcomes);
        return written(decided).thenApply(outcomes -> {
            for (int at = 0; at < wanted.size(); at++) {
                if (!Objects.equals(outcomes.get(at), wanted.get(at))) outcomes.set(at, null);
            }
            return outcomes;
        });
    }

    private Decided looks(List<Look> looks, BiFunction<Look, Instant, HoldingChange.Rule> rules) {
        if (looks.size() > NOTICES_MAX) throw new IllegalArgumentException(looks.size() + " looks at once");
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Decided decided = new Decided();
        for (Look look : looks) decided.add(look.notice(), look.before(), rules.apply(look, now));
        return decided;
    }

    private CompletableFuture<List<@Nullable Holding>> written(Decided decided) {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        if (!decided.changes.isEmpty()) {
            writes.add(catalog.holdings().change(decided.changes).thenAccept(after -> {
                for (int at = 0; at < decided.places.size(); at++)
                    decided.outcomes.set(decided.places.get(at), after.get(at).holding());
            }));
        }
        // of holdings, so after them
        if (!decided.ranges.isEmpty()) writes.add(catalog.heldRanges().put(decided.ranges));
        return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).thenApply(done -> decided.outcomes);
    }

    /** The range digests of an event, with a digest of the whole that was computed together with them. */
    private static Optional<HeldRanges> ranges(HoldingNotice notice) {
        RangeDigests ranges = notice.ranges();
        if (ranges == null) return Optional.empty();
        return notice.digests().stream()
                .filter(known -> known.origin().isOwn())
                .map(HoldingDigest::digest)
                .findFirst()
                .map(whole -> new HeldRanges(notice.export(), notice.path(), whole, ranges));
    }
}
