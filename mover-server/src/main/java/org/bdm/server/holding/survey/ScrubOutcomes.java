package org.bdm.server.holding.survey;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Writes what a scrub found to the catalog. Files that are right are written together, up to {@value #TOGETHER_MAX} or those of a second, since a
 * transaction for each is slower than reading a small file; should the process end before that, they are read again. A file that is wrong is
 * written at once. Belongs to the thread of the scrub.
 */
final class ScrubOutcomes {
    private static final Logger LOG = LoggerFactory.getLogger(ScrubOutcomes.class);
    private static final int TOGETHER_MAX = 200;
    private static final Duration TOGETHER_FOR = Duration.ofSeconds(1);

    private final Catalog catalog;
    private final HoldingRecords records;
    private final Clock clock;
    private final List<Right> right = new ArrayList<>();
    private Instant firstAt = Instant.EPOCH; // of those in the list

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
        Instant now = clock.instant();
        if (right.isEmpty()) firstAt = now;
        right.add(new Right(file, notice));
        if (right.size() == TOGETHER_MAX || now.isAfter(firstAt.plus(TOGETHER_FOR))) write();
    }

    /**
     * The file is not as it was recorded.
     *
     * @param notice for the holding; null if nothing is known
     * @return false if somebody changed the holding since it was read from the catalog: then nothing is recorded
     */
    boolean wrong(Due file, Wrong wrong, @Nullable HoldingNotice notice) {
        if (unchanged(List.of(file)).isEmpty()) return false;
        if (notice != null) Durable.await(records.record(List.of(notice)));
        LOG.warn("scrub: {}", wrong.text());
        Durable.await(catalog.events().add(null, "HOLDING_" + wrong.outcome(), wrong.text(), "{}"));
        long bytes = notice != null && wrong.outcome() == Outcome.DAMAGED ? notice.size() : 0;
        Durable.await(catalog.scrubs().checked(file, wrong.outcome(), bytes, wrong.text()));
        return true;
    }

    /** Writes the files that are right and were not written yet, without those that somebody changed meanwhile. */
    void write() {
        if (right.isEmpty()) return;
        Set<Due> unchanged = unchanged(right.stream().map(Right::file).toList());
        List<Right> written =
                right.stream().filter(each -> unchanged.contains(each.file())).toList();
        right.clear();
        if (written.isEmpty()) return;
        Durable.await(records.record(written.stream().map(Right::notice).toList()));
        long bytes = written.stream().mapToLong(each -> each.notice().size()).sum();
        Durable.await(
                catalog.scrubs().checkedRight(written.stream().map(Right::file).toList(), bytes));
    }

    /** Those that no job, person or policy changed since they were read from the catalog. */
    private Set<Due> unchanged(List<Due> files) {
        Map<ExportName, List<Due>> byExport = files.stream()
                .collect(Collectors.groupingBy(
                        file -> file.holding().export(), LinkedHashMap::new, Collectors.toList()));
        Set<Due> unchanged = new HashSet<>();
        byExport.forEach((export, of) -> {
            List<StorePath> paths =
                    of.stream().map(file -> file.holding().path()).toList();
            Map<StorePath, Holding> now = catalog.holdings().find(export, paths);
            var kept = catalog.keptHoldings().find(export, paths);
            for (Due file : of) {
                StorePath path = file.holding().path();
                if (file.holding().equals(now.get(path)) && !kept.containsKey(path)) unchanged.add(file);
            }
        });
        return unchanged;
    }
}
