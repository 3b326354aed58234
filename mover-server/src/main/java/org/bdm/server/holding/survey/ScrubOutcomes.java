package org.bdm.server.holding.survey;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.Scrubs.Due;
import org.bdm.server.catalog.holding.Scrubs.Outcome;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what a scrub found to the catalog. Files that are right are written together, up to {@value #TOGETHER_MAX} or those of a second, while
 * the next are judged, since a transaction for each is slower than reading a small file; should the process end before that, they are read
 * again. A file that is wrong is written at once. Belongs to the thread of the scrub.
 */
final class ScrubOutcomes {
    private static final Logger LOG = LoggerFactory.getLogger(ScrubOutcomes.class);
    private static final int TOGETHER_MAX = 500;
    private static final Duration TOGETHER_FOR = Duration.ofSeconds(1);

    private final Catalog catalog;
    private final HoldingRecords records;
    private final Clock clock;
    private final List<Right> right = new ArrayList<>();
    private Instant firstAt = Instant.EPOCH; // of those in the list
    private CompletableFuture<?> written = CompletableFuture.completedFuture(null);

    private record Right(Due file, HoldingNotice notice) {}

    /**
     * Damage, absence, or an error of a file.
     *
     * @param text for people; names the file
     */
    record Wrong(Outcome outcome, String text) {}

    ScrubOutcomes(Catalog catalog, HoldingRecords records, Clock clock) {
        this.catalog = catalog;
        this.records = records;
        this.clock = clock;
    }

    /** The file is as it was recorded. */
    void right(Due file, HoldingNotice notice) {
        if (right.isEmpty()) firstAt = clock.instant();
        right.add(new Right(file, notice));
        if (right.size() == TOGETHER_MAX) write();
        else writeDue();
    }

    /** Begins to write what has waited for a second: to be called while a large file is read. */
    void writeDue() {
        if (!right.isEmpty() && clock.instant().isAfter(firstAt.plus(TOGETHER_FOR))) write();
    }

    /**
     * The file is not as it was recorded.
     *
     * @param notice for the holding; null if nothing is known
     * @return false if somebody changed the holding since it was read from the catalog: then nothing is recorded
     */
    boolean wrong(Due file, Wrong wrong, @Nullable HoldingNotice notice) {
        if (!isUnchanged(file.holding())) return false;
        if (notice != null) Durable.await(records.record(List.of(notice)));
        LOG.warn("scrub: {}", wrong.text());
        Durable.await(catalog.events().add(null, "HOLDING_" + wrong.outcome(), wrong.text(), "{}"));
        long bytes = notice != null && wrong.outcome() == Outcome.DAMAGED ? notice.size() : 0;
        Durable.await(catalog.scrubs().checked(file, wrong.outcome(), bytes, wrong.text()));
        return true;
    }

    /** Says how many files were not read because they are offline. */
    void passedOver(List<OfflineHeld.Counted> offline) {
        if (offline.isEmpty()) return;
        String all = offline.stream()
                .map(each -> each.first().export() + "/" + each.first().path().shown() + ": " + each.text())
                .collect(Collectors.joining("; "));
        Durable.await(catalog.scrubs().troubled(all));
    }

    /** Begins to write the files that are right, without those that somebody changed meanwhile; waits for those written before. */
    private void write() {
        awaitWritten();
        List<Right> now = unkept(right);
        right.clear();
        if (now.isEmpty()) return;
        List<HoldingRecords.Look> looks = now.stream()
                .map(each -> new HoldingRecords.Look(each.file().holding(), each.notice()))
                .toList();
        written = records.recordUnlessChanged(looks).thenCompose(outcomes -> counted(now, outcomes));
    }

    /** All that was told is on stable storage. */
    void end() {
        write();
        awaitWritten();
    }

    /** A write that failed is told once: its files are still due, and the next pass begins afresh. */
    private void awaitWritten() {
        CompletableFuture<?> last = written;
        written = CompletableFuture.completedFuture(null);
        Durable.await(last);
    }

    private CompletableFuture<Void> counted(List<Right> files, List<@Nullable Holding> outcomes) {
        List<Due> unmarked = new ArrayList<>();
        int counted = 0;
        long bytes = 0;
        for (int at = 0; at < files.size(); at++) {
            Holding outcome = outcomes.get(at);
            if (outcome == null) continue;
            Right file = files.get(at);
            counted++;
            bytes += file.notice().size();
            boolean isMarked =
                    !Objects.equals(outcome.checkedAt(), file.file().holding().checkedAt());
            if (!isMarked) unmarked.add(file.file());
        }
        return counted == 0
                ? CompletableFuture.completedFuture(null)
                : catalog.scrubs().checkedRight(unmarked, counted, bytes);
    }

    /** Without those that were put into quarantine since they were read from the catalog. */
    private List<Right> unkept(List<Right> files) {
        Map<ExportName, List<StorePath>> paths = files.stream()
                .map(each -> each.file().holding())
                .collect(
                        Collectors.groupingBy(Holding::export, Collectors.mapping(Holding::path, Collectors.toList())));
        Map<ExportName, Set<StorePath>> kept = new HashMap<>();
        paths.forEach((export, of) ->
                kept.put(export, catalog.keptHoldings().find(export, of).keySet()));
        return files.stream()
                .filter(each -> {
                    Holding holding = each.file().holding();
                    return !kept.getOrDefault(holding.export(), Set.of()).contains(holding.path());
                })
                .toList();
    }

    /** True if no job, person or policy changed it since it was read from the catalog. */
    private boolean isUnchanged(Holding holding) {
        List<StorePath> path = List.of(holding.path());
        return holding.equals(catalog.holdings().find(holding.export(), path).get(holding.path()))
                && catalog.keptHoldings().find(holding.export(), path).isEmpty();
    }
}
