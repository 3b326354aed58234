package org.bdm.server.catalog;

import org.bdm.core.fault.MoverException;

/**
 * The open catalog of this process: one repository per group of tables, one committer. Safe on any thread that may block.
 *
 * <p>Reads throw {@link MoverException} CATALOG_UNAVAILABLE. Writes return a future: when it completes, the change is on stable storage.
 * It fails with the refusal of that change alone, or with CATALOG_UNAVAILABLE when the catalog stopped: then the change may or may not be
 * there after a restart. Futures complete on the committer's thread: continue with {@code thenApplyAsync} if the continuation is not short,
 * and never wait in it.
 */
public final class Catalog implements AutoCloseable {

    /**
     * Opens the catalog, and makes or migrates its tables.
     *
     * @throws MoverException CATALOG_UNSAFE for settings that may lose acknowledged work; ALREADY_RUNNING if another process holds it;
     *     CATALOG_DAMAGED; CATALOG_UNAVAILABLE if it does not answer; UNSUPPORTED if a newer version of the program wrote it
     */
    public static Catalog open(CatalogLocation location, CatalogSettings settings) {
        throw new UnsupportedOperationException("to come");
    }

    /** New jobs. */
    public Submissions submissions() {
        throw new UnsupportedOperationException("to come");
    }

    /** Jobs and their counts. */
    public Jobs jobs() {
        throw new UnsupportedOperationException("to come");
    }

    /** The listing of jobs: what intake writes. */
    public Listings listings() {
        throw new UnsupportedOperationException("to come");
    }

    /** Work to be claimed: what dispatch reads and writes. */
    public Chunks chunks() {
        throw new UnsupportedOperationException("to come");
    }

    /** Files, for those who look. */
    public Files files() {
        throw new UnsupportedOperationException("to come");
    }

    /** What happened. */
    public Events events() {
        throw new UnsupportedOperationException("to come");
    }

    /** Paired sites, their grants, invitations. */
    public Sites sites() {
        throw new UnsupportedOperationException("to come");
    }

    /** Tokens of the REST API. */
    public Tokens tokens() {
        throw new UnsupportedOperationException("to come");
    }

    /** Who did what. */
    public AuditLog audit() {
        throw new UnsupportedOperationException("to come");
    }

    /** Commits what is queued and closes the database; further writes fail with STOPPING. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("to come");
    }
}
