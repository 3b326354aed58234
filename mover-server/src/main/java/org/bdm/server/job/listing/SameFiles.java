package org.bdm.server.job.listing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.StorePath;
import org.bdm.server.holding.record.HoldingsFoundSame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that a listing took as the same already, and has not written yet. Belongs to the listing's thread. */
final class SameFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SameFiles.class);

    private final HoldingsFoundSame held;
    private final Map<ReceivingStore, List<StorePath>> paths = new HashMap<>();

    SameFiles(HoldingsFoundSame held) {
        this.held = held;
    }

    /** Adds the file under the path; {@code expected} are the digests given with the job. */
    void add(ReceivingStore store, ExportName export, StorePath path, FileStatus there, List<Checksum> expected) {
        paths.computeIfAbsent(store, missing -> new ArrayList<>()).add(path);
        if (there.kind() == FileKind.FILE) held.add(export, path, there.version(), expected);
    }

    /**
     * Waits until all of them are on stable storage, and held, and forgets them: an earlier run may have placed them and not have come to
     * that. False if that is not known of each: then a session has to look at them.
     */
    boolean force() {
        try {
            paths.forEach((store, all) -> store.force(all));
        } catch (MoverException e) {
            LOG.warn("files that are there already are looked at again: {}", e.detail());
            held.forget();
            return false;
        } finally {
            paths.clear();
        }
        held.flush();
        return true;
    }
}
