package org.bdm.server.catalog.db;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.zip.ZipOutputStream;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;

/**
 * Keeps the file of an H2 catalog from growing with every change. H2 appends: each commit leaves a chunk of which most pages are soon dead,
 * and it uses the space of a chunk again only when all of its pages are. By itself it rewrites the living pages of such chunks only with
 * a write delay, which we must not have; so the committer asks for it between two groups and forces what was rewritten as its own writes.
 *
 * <p>H2 touches no chunk that was alive within its retention time, 45 s, so nothing is overwritten before its copy is on disk.
 */
final class FileUpkeep {
    private static final int LIVE_PERCENT_WANTED = 60;

    /** Rows that a job writes are dead soon after, whole chunks at a time: rewriting what is alive beside them would be for nothing. */
    private static final int LIVE_PERCENT_WHILE_BUSY = 30;

    private static final int BYTES_AT_ONCE = 16 << 20; // about a tenth of a second

    private final MVStore store;

    private FileUpkeep(MVStore store) {
        this.store = store;
    }

    /**
     * Of the database behind this connection.
     *
     * @throws SQLException if it is not an H2 database in this process
     */
    static FileUpkeep of(Connection connection) throws SQLException {
        if (!(connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session)) {
            throw new SQLException("the H2 database is not in this process");
        }
        return new FileUpkeep(session.getDatabase().getStore().getMvStore());
    }

    /** The version of the file, which grows with each commit. */
    long version() {
        return store.getCurrentVersion();
    }

    /**
     * Rewrites some of the emptiest chunks if too little of the file is alive; true if something was written, which is then to be forced.
     * Not while the file is copied: nothing would be gained, since the space of chunks is not used again until then.
     *
     * @param isBusy whether many changes are written now: then the file may be larger for a while
     */
    boolean rewriteSome(boolean isBusy) {
        if (!store.isSpaceReused()) return false;
        return store.compact(isBusy ? LIVE_PERCENT_WHILE_BUSY : LIVE_PERCENT_WANTED, BYTES_AT_ONCE);
    }

    /**
     * Copies the file while others commit. Meanwhile H2 appends only, so that what the copy has read already stays true; what is appended
     * later is a longer or shorter end, which H2 cuts at its last whole version.
     *
     * @param force writes and forces a version: after it no write is under way that began while space was used again
     */
    void copy(ZipOutputStream zip, Runnable force) throws IOException {
        if (!store.isSpaceReused()) throw new IOException("the catalog is being copied already");
        store.setReuseSpace(false);
        try {
            force.run();
            store.getFileStore().backup(zip);
        } finally {
            store.setReuseSpace(true);
        }
    }
}
