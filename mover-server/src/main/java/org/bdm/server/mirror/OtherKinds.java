package org.bdm.server.mirror;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Files of a mirror that could not be placed since something of another kind has their place: a directory that a file is to replace, or a file
 * or link where a directory is to be. Such a failure says nothing against the listing, and the plan of the mirror takes away what is in the way.
 * The destination is looked at: a directory that could not be listed at the source ends with the same codes, and would take all its files along.
 * Belongs to one thread.
 */
final class OtherKinds {
    private static final int KNOWN_MAX = 100_000;

    private final Catalog catalog;
    private final Store store;
    private final Endpoint tree;
    private final BooleanSupplier mayGoOn;
    private final Set<StorePath> blocking = new HashSet<>();

    OtherKinds(Catalog catalog, Store store, Endpoint tree, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.store = store;
        this.tree = tree;
        this.mayGoOn = mayGoOn;
    }

    /** True if all that failed may be due to other kinds, by the codes alone. */
    static boolean canExplain(Catalog catalog, Job job) {
        boolean hasEnded = job.state() == JobState.PARTIAL || job.state() == JobState.FAILED;
        return hasEnded && catalog.jobs().errors(job.id()).stream().allMatch(JobError::isOfPlace);
    }

    /**
     * Looks for what is in the way of each file that failed.
     *
     * @throws MoverException ILLEGAL_STATE if nothing is in the way of one of them; STOPPING
     */
    void explain(JobId job) {
        @Nullable String cursor = null;
        do {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
            RowPage<FileRow> page =
                    catalog.files().page(new FileQuery(job, FileState.FAILED, null, cursor, RowPage.ROWS_MAX));
            for (FileRow row : page.rows()) {
                if (!isBlocked(row)) throw unexplained(job, row);
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private static MoverException unexplained(JobId job, FileRow row) {
        return new MoverException(
                ErrorCode.ILLEGAL_STATE,
                job + " failed with " + row.path()
                        + ", and nothing of another kind is at its place: mend that, and mirror again");
    }

    private boolean isBlocked(FileRow row) {
        FileKind kind = row.status().kind();
        boolean isKnown =
                row.name() != null && !row.status().version().modified().equals(Instant.EPOCH);
        if (!isKnown || (kind != FileKind.FILE && kind != FileKind.SYMBOLIC_LINK)) return false;
        StorePath place = row.path().below(tree.path());
        int rootDepth = tree.path().names().size();
        for (int depth = rootDepth + 1; depth < place.names().size(); depth++) {
            StorePath above = new StorePath(place.names().subList(0, depth));
            if (blocking.contains(above)) return true;
            Optional<FileStatus> there = store.status(above);
            if (there.isEmpty()) return false;
            if (there.get().kind() == FileKind.DIRECTORY) continue;
            if (blocking.size() < KNOWN_MAX) blocking.add(above);
            return true;
        }
        return store.status(place)
                .filter(there -> there.kind() == FileKind.DIRECTORY)
                .isPresent();
    }
}
