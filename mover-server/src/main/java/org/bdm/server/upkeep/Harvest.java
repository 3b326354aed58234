package org.bdm.server.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.HarvestMark;
import org.bdm.server.catalog.dataset.HeardDataset;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;

/**
 * Asks each index what it took in since it last answered in full, and now and then for everything: not every change of a record moves its time
 * of indexing. An index that does not answer in full is asked the same again with the next run. Used once, by one thread.
 */
final class Harvest {
    /** Copies of an index lag behind each other, and clocks differ. */
    static final Duration OVERLAP = Duration.ofHours(24);

    static final Duration FULL_EVERY = Duration.ofDays(7);
    private static final int NAMES_MAX = 200_000;

    private final Federation federation;
    private final Selection query;
    private final Map<String, HarvestMark> marks;
    private final Instant now;
    private final Map<String, Named> named = new LinkedHashMap<>();
    private final List<HarvestMark> marksAfter = new ArrayList<>();

    Harvest(Federation federation, Selection query, List<HarvestMark> marks, Instant now) {
        this.federation = federation;
        this.query = query;
        this.marks = marks.stream().collect(Collectors.toMap(HarvestMark::index, mark -> mark));
        this.now = now;
    }

    /**
     * A dataset version as indexes spoke of it.
     *
     * @param isRetracted whether any said that it was withdrawn
     * @param isLatest whether any said that it is the latest, or nothing of that
     */
    record Named(HeardDataset heard, boolean isRetracted, boolean isLatest) {
        String instanceId() {
            return heard.instanceId();
        }

        private Named and(Named other) {
            return new Named(heard.and(other.heard), isRetracted || other.isRetracted, isLatest || other.isLatest);
        }
    }

    /** Asks them, one after the other; UNSUPPORTED if there is none; TOO_LARGE for a query that finds more than 200,000 datasets. */
    void run() {
        refuseWithoutIndex(federation);
        for (String index : federation.indexes()) {
            HarvestMark before =
                    marks.getOrDefault(index, new HarvestMark(index, Optional.empty(), Optional.empty(), ""));
            marksAfter.add(ask(before));
        }
    }

    /** UNSUPPORTED if nobody could be asked. */
    static void refuseWithoutIndex(Federation federation) {
        if (!federation.indexes().isEmpty()) return;
        throw new MoverException(ErrorCode.UNSUPPORTED, "No ESGF index is configured; start the server with --index");
    }

    private HarvestMark ask(HarvestMark before) {
        boolean isFull = before.harvested().isEmpty()
                || before.fullAt().isEmpty()
                || !before.fullAt().get().plus(FULL_EVERY).isAfter(now);
        Newest newest = new Newest(before.harvested());
        List<IndexWarning> warnings = new ArrayList<>();
        for (Selection question :
                isFull ? full() : List.of(since(before.harvested().orElseThrow()))) {
            warnings.addAll(federation.searchAt(Set.of(before.index()), question, Federation.Depth.DATASETS, claim -> {
                newest.see(claim);
                take(claim);
            }));
        }
        String warning = warnings.stream()
                .filter(IndexWarning::affectsCompleteness)
                .map(one -> before.index() + ": " + one.code() + ": " + one.text())
                .findFirst()
                .orElse("");
        HarvestMark.Silence silence = before.silence();
        if (!warning.isEmpty()) {
            return new HarvestMark(before.index(), before.harvested(), before.fullAt(), warning, silence.failed(now));
        }
        HarvestMark.Silence after = isFull ? silence.answered(newest.datasets, now) : silence.answered();
        return new HarvestMark(before.index(), newest.at, isFull ? Optional.of(now) : before.fullAt(), "", after);
    }

    /** Returns the selections of a full harvest: what there is, and what was withdrawn. */
    private List<Selection> full() {
        return List.of(query, with(Optional.empty(), Optional.of(true), Optional.empty()));
    }

    private Selection since(Instant harvested) {
        return with(Optional.empty(), Optional.empty(), Optional.of(harvested.minus(OVERLAP)));
    }

    private Selection with(Optional<Boolean> latest, Optional<Boolean> retracted, Optional<Instant> from) {
        return new Selection(
                query.facets(),
                query.excluded(),
                List.of(),
                query.text(),
                latest,
                query.replica(),
                retracted,
                from,
                Optional.empty(),
                query.minVersion(),
                query.maxVersion());
    }

    /** The highest time of indexing, and the number of records. */
    private static final class Newest {
        private Optional<Instant> at;
        private long datasets;

        Newest(Optional<Instant> before) {
            this.at = before;
        }

        void see(Claim claim) {
            if (!(claim instanceof ClaimedDataset dataset)) return;
            datasets++;
            if (dataset.indexedAt().isEmpty()) return;
            Instant indexed = dataset.indexedAt().get();
            if (at.isEmpty() || indexed.isAfter(at.get())) at = Optional.of(indexed);
        }
    }

    private void take(Claim claim) {
        if (!(claim instanceof ClaimedDataset dataset)) return;
        DatasetName name = DatasetName.of(dataset.instanceId());
        if (!name.hasVersion()) return;
        Named heard = new Named(
                new HeardDataset(name.instanceId(), dataset.indexedAt(), dataset.files(), dataset.bytes()),
                dataset.status().retracted().orElse(false),
                dataset.status().latest().orElse(true));
        Named before = named.putIfAbsent(name.key(), heard);
        if (before != null) named.put(name.key(), before.and(heard));
        if (named.size() > NAMES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "the query finds more than " + NAMES_MAX + " datasets; narrow it");
        }
    }

    /** By name in lower case. */
    Map<String, Named> named() {
        return named;
    }

    /** Returns the time up to which each index was harvested. */
    List<HarvestMark> marks() {
        return marksAfter;
    }
}
