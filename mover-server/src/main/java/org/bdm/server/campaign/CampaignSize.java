package org.bdm.server.campaign;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bdm.core.control.campaign.CreateCampaign;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.look.EntryWalk;
import org.bdm.server.look.Tree;
import org.bdm.server.look.Trees;
import org.bdm.server.message.Selections;

/** Counts what a campaign would replicate, and resolves its query. Belongs to one thread, which it holds for less than half a minute. */
final class CampaignSize {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Clock clock;
    private final List<String> datasets = new ArrayList<>();
    private long files;
    private long bytes;
    private boolean isComplete = true;

    CampaignSize(Clock clock) {
        this.clock = clock;
    }

    long files() {
        return files;
    }

    long bytes() {
        return bytes;
    }

    /** False if there is more than what was counted. */
    boolean isComplete() {
        return isComplete;
    }

    /** The datasets that were found, with their versions; empty for a tree. */
    List<String> datasets() {
        return datasets;
    }

    /** Counts a tree; what is not done in time is not counted. SOURCE_NOT_FOUND, NOT_A_DIRECTORY, errors of the connection. */
    void count(Endpoint source, Trees trees) {
        Instant deadline = clock.instant().plus(LONGEST);
        try (Tree tree = trees.open(source)) {
            FileStatus root = tree.status(source.path())
                    .orElseThrow(() -> new MoverException(ErrorCode.SOURCE_NOT_FOUND, "nothing is under " + source));
            if (root.kind() != FileKind.DIRECTORY) {
                throw new MoverException(
                        ErrorCode.NOT_A_DIRECTORY, source + " is a file; a campaign replicates a tree or datasets");
            }
            Deque<StorePath> open = new ArrayDeque<>(List.of(source.path()));
            while (!open.isEmpty()) {
                StorePath directory = open.pop();
                for (EntryWalk entries = new EntryWalk(tree, directory); entries.hasNext(); ) {
                    if (clock.instant().isAfter(deadline)) {
                        isComplete = false;
                        return;
                    }
                    add(entries.next(), directory, open);
                }
            }
        }
    }

    private void add(DirectoryEntry entry, StorePath directory, Deque<StorePath> open) {
        FileStatus status = entry.status();
        if (status != null && status.kind() == FileKind.DIRECTORY) {
            open.push(directory.child(entry.name()));
            return;
        }
        files++;
        if (status != null && status.kind() == FileKind.FILE)
            bytes += status.version().size();
    }

    /** Resolves datasets or a query; UNKNOWN_DATASET, INDEX_INCOMPLETE, INVALID_REQUEST for a facet that nobody knows. */
    void resolve(CreateCampaign wish, DatasetResolver resolver) {
        DatasetWishes wishes = new DatasetWishes(
                wish.datasets(), wish.query() == null ? List.of() : List.of(Selections.of(wish.query())));
        Resolved resolved = resolver.resolve(wishes, Keeping.FORGOTTEN, this::add);
        if (!resolved.unknown().isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNKNOWN_DATASET,
                    "no index knows '" + resolved.unknown().get(0) + "'");
        }
        if (!resolved.isComplete()) {
            throw new MoverException(
                    ErrorCode.INDEX_INCOMPLETE,
                    "an index did not answer in full: "
                            + resolved.warnings().get(0).text());
        }
        resolved.refuseUnknownFacets(wishes.queries());
        if (datasets.isEmpty()) throw new MoverException(ErrorCode.UNKNOWN_DATASET, "the query finds no dataset");
    }

    private void add(ReplicaSet set) {
        datasets.add(set.instanceId());
        if (set.variants().isEmpty()) return;
        List<ReplicaFile> known = set.variants().get(0).files();
        files += known.size();
        bytes += set.variants().get(0).bytes();
        isComplete &= known.stream().allMatch(file -> file.size().isPresent());
    }
}
