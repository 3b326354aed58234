package org.bdm.server.dataset.replica;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;

/**
 * Counts what a query finds by what indexes say of datasets, without asking for their files. Belongs to one thread, which it holds for about
 * 20 s at most.
 */
public final class QuerySize {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Clock clock;
    private final Instant deadline;
    private final TreeMap<String, Dataset> byKey = new TreeMap<>();
    private boolean isComplete = true;
    private List<IndexWarning> unknownFacets = List.of();

    private QuerySize(Clock clock) {
        this.clock = clock;
        this.deadline = clock.instant().plus(LONGEST);
    }

    /**
     * A dataset version.
     *
     * @param files as the index says that names most; 1 if none says
     * @param bytes the same; 0 if none says
     */
    public record Dataset(String instanceId, long files, long bytes) {
        private Dataset and(Dataset other) {
            return new Dataset(instanceId, Math.max(files, other.files), Math.max(bytes, other.bytes));
        }
    }

    /** Ends a search that takes too long. */
    private static final class TimeIsUp extends RuntimeException {
        private static final long serialVersionUID = 1;

        TimeIsUp() {
            super("counting took longer than " + LONGEST.toSeconds() + " s", null, false, false);
        }
    }

    /** Asks the indexes; without any it finds nothing. INVALID_REQUEST; TOO_LARGE for more than 200,000 datasets. */
    public static QuerySize of(Federation federation, Selection query, Clock clock) {
        QuerySize size = new QuerySize(clock);
        if (federation.indexes().isEmpty()) return size;
        try {
            List<IndexWarning> warnings = federation.search(query, Federation.Depth.DATASETS, size::add);
            size.unknownFacets = warnings.stream()
                    .filter(warning -> warning.code().equals(IndexWarning.UNKNOWN_FACET))
                    .toList();
            size.isComplete = warnings.stream().noneMatch(IndexWarning::affectsCompleteness);
        } catch (TimeIsUp e) {
            size.isComplete = false;
        }
        return size;
    }

    private void add(Claim claim) {
        if (clock.instant().isAfter(deadline)) throw new TimeIsUp();
        if (!(claim instanceof ClaimedDataset dataset)) return;
        DatasetName name = DatasetName.of(dataset.instanceId());
        boolean isLeftOut = dataset.status().retracted().orElse(false)
                || !dataset.status().latest().orElse(true);
        if (!name.hasVersion() || isLeftOut) return;
        byKey.merge(
                name.key(),
                new Dataset(
                        name.instanceId(),
                        Math.max(1, dataset.files().orElse(1)),
                        Math.max(0, dataset.bytes().orElse(0))),
                Dataset::and);
        if (byKey.size() > WantedNames.NAMES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "the query finds more than " + WantedNames.NAMES_MAX + " datasets; narrow it");
        }
    }

    /** Latest versions that nobody withdrew, by name. */
    public List<Dataset> datasets() {
        return List.copyOf(byKey.values());
    }

    /** INVALID_REQUEST if nothing was found, or not left out, for a facet that nobody knows; the sentence names the nearest one. */
    public void refuseUnknownFacet(Selection query) {
        UnknownFacets.refuse(unknownFacets, !byKey.isEmpty(), List.of(query));
    }

    /** False if there may be more: an index did not answer in full, or counting took too long. */
    public boolean isComplete() {
        return isComplete;
    }
}
