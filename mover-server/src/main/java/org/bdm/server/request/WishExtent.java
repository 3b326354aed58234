package org.bdm.server.request;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.block.ByteTotal;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.catalog.request.DraftContent;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.jspecify.annotations.Nullable;

/**
 * The extent of a request, as far as it is known when it is made. Null is unknown: a number that is too small would be
 * believed.
 */
public record WishExtent(
        @Nullable Long datasets,
        @Nullable Long files,
        @Nullable Long bytes) {
    /** Of a draft: files and bytes only if every entry is a file and every size is told. */
    public static WishExtent of(DraftContent draft) {
        boolean isAllFiles = draft.files() == draft.entries();
        boolean isAllSizes = isAllFiles && draft.filesWithoutSize() == 0;
        return new WishExtent(
                draft.datasets() > 0 && draft.datasetsComplete() ? draft.datasets() : null,
                isAllFiles ? draft.files() : null,
                isAllSizes ? draft.bytes() : null);
    }

    /** Of datasets: files and bytes if the replica sets of all are known here. Of a query nothing. */
    public static WishExtent of(Catalog catalog, List<ImportedEntry> entries) {
        Set<String> seen = new LinkedHashSet<>();
        long files = 0;
        long bytes = 0;
        boolean isKnown = true;
        for (ImportedEntry entry : entries) {
            if (!(entry instanceof DatasetWish wish)) return new WishExtent(null, null, null);
            if (!seen.add(wish.dataset().instanceId().toLowerCase(Locale.ROOT)) || !isKnown) continue;
            Optional<ReplicaSetSummary> set = known(catalog, wish.dataset());
            isKnown = set.isPresent();
            files += set.map(ReplicaSetSummary::files).orElse(0);
            bytes = ByteTotal.plus(bytes, set.map(ReplicaSetSummary::bytes).orElse(0L));
        }
        return new WishExtent((long) seen.size(), isKnown ? files : null, isKnown ? bytes : null);
    }

    private static Optional<ReplicaSetSummary> known(Catalog catalog, DatasetName dataset) {
        return catalog.replicaSets().versions(dataset.masterId()).stream()
                .filter(set ->
                        !dataset.hasVersion() ? set.latest() : set.instanceId().equalsIgnoreCase(dataset.instanceId()))
                .findFirst();
    }
}
