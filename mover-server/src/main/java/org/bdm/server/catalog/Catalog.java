package org.bdm.server.catalog;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLoad;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.Committer;
import org.bdm.server.catalog.db.DatabaseErrors;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.ServingRun;
import org.bdm.server.catalog.file.ChunkState;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmissionRows;
import org.bdm.server.catalog.job.Submissions;
import org.bdm.server.catalog.node.NodeRegistration;
import org.bdm.server.catalog.tools.MoveProgress;
import org.bdm.server.catalog.tools.OnlineBackup;
import org.springframework.dao.DataAccessException;

/**
 * The open catalog of this process: one repository per group of tables, one committer. Safe on any thread that may block.
 *
 * <p>Reads throw {@link MoverException} CATALOG_UNAVAILABLE. Writes return a future: when it completes, the change is on stable storage.
 * It fails with the refusal of that change alone, or with CATALOG_UNAVAILABLE when the catalog stopped: then the change may or may not be
 * there after a restart. Futures complete on the committer's thread: continue with {@code thenApplyAsync} if the continuation is not short,
 * and never wait in it.
 */
public final class Catalog extends CatalogRooms implements AutoCloseable {
    /** Name of the row of {@code shared_version} that a catalog of demo data has, and no other. */
    public static final String DEMO_MARK = "demo-data";

    private final CatalogDatabase database;
    private final Committer committer;

    private Catalog(CatalogDatabase database, Committer committer, CatalogParts parts) {
        super(parts);
        this.database = database;
        this.committer = committer;
    }

    /**
     * Opens the catalog, and makes or migrates its tables. What is there is looked at before anything is written to it.
     *
     * @throws MoverException CATALOG_UNSAFE for settings that may lose acknowledged work; ALREADY_RUNNING if another process holds it;
     *     HOME_INCOMPLETE if it is empty and must not be, or of another node; CATALOG_DAMAGED; CATALOG_UNAVAILABLE if it does not answer; UNSUPPORTED if a newer version of the program wrote it
     */
    public static Catalog open(CatalogLocation location, CatalogSettings settings) {
        return open(location, settings, UnaryOperator.identity());
    }

    /** As the other, with connections that a test may make fail. */
    static Catalog open(CatalogLocation location, CatalogSettings settings, UnaryOperator<DataSource> seam) {
        CatalogExpectation expected = new CatalogExpectation(
                settings.mayBegin(), settings.site(), settings.serving().mayJoin());
        CatalogDatabase database = CatalogDatabase.openShared(location, expected, seam);
        try {
            MoveProgress.refuseUnfinished(database);
            ServingRun run = NodeRegistration.enter(database, settings);
            database.servesAs(run);
            Committer committer = new Committer(database, run, settings);
            committer.start();
            CatalogParts parts = new CatalogParts(
                    database,
                    committer,
                    run.node(),
                    settings.clock(),
                    settings.leases(),
                    new AtomicLong(fileRows(database)));
            Catalog catalog = new Catalog(database, committer, parts);
            database.hold().watch(settings.patience(), settings.onFatal());
            catalog.filePartitions().cutLongRange();
            catalog.sweep();
            catalog.drafts().sweepLeftovers();
            return catalog;
        } catch (SQLException | RuntimeException e) {
            database.close();
            if (e instanceof MoverException known) throw known;
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    /** H2 knows the number while nothing is being written; PostgreSQL would count, and has no such limit. */
    private static long fileRows(CatalogDatabase database) {
        if (database.dialect() != Dialect.H2) return 0;
        return database.read(sql -> sql.number("SELECT COUNT(*) FROM file_entry"));
    }

    /** Takes over what the former process of this node left: its leases, and jobs that it did not receive to their end. */
    private void sweep() {
        List<Long> received = database.transact(sql -> {
            sql.update(
                    "UPDATE file_chunk SET state = ?, available_ms = 0, lease_node = NULL WHERE state = ? AND lease_node = ?",
                    ChunkState.PENDING.code(),
                    ChunkState.LEASED.code(),
                    parts.node());
            sql.update(
                    "UPDATE job_listing SET lease_node = NULL, lease_until_ms = 0 WHERE lease_node = ?", parts.node());
            return sql.list(
                    "SELECT job_no FROM job WHERE state = ? AND received_by = ? ORDER BY job_no LIMIT 10000",
                    (row, at) -> row.getLong(1),
                    JobState.RECEIVING.code(),
                    parts.node());
        });
        for (long job : received) sweepOn(new JobId(job));
    }

    /** In parts, one after the other, while others already work. */
    private void sweepOn(JobId job) {
        CompletableFuture<Void> unused = committer
                .submitWaiting(Submissions.ITEMS_AT_ONCE_MAX, work -> SubmissionRows.sweep(work, job))
                .thenAcceptAsync(isGone -> {
                    if (!isGone) sweepOn(job);
                });
    }

    /** Size of the file of an H2 catalog in bytes; empty for PostgreSQL. */
    public Optional<Long> fileBytes() {
        return database.fileBytes();
    }

    /** Size of the database in bytes, indexes included. May block. */
    public long sizeBytes() {
        return database.sizeBytes();
    }

    /** Returns what this process asks of the catalog. Does not wait. */
    public CatalogLoad load() {
        return committer.load(database);
    }

    /**
     * Makes copies of an H2 catalog while it is in use.
     *
     * @throws MoverException UNSUPPORTED for PostgreSQL, which has its own means
     */
    public OnlineBackup onlineBackup() {
        return OnlineBackup.of(database);
    }

    /** Commits what is queued and closes the database; further writes fail with STOPPING. */
    @Override
    public void close() {
        committer.close();
        database.close();
    }

    Committer committer() {
        return committer;
    }

    CatalogDatabase database() {
        return database;
    }

    /** True if it is of demo data. */
    public boolean isDemo() {
        return database.read(sql -> sql.number("SELECT COUNT(*) FROM shared_version WHERE name = ?", DEMO_MARK)) > 0;
    }

    /** True if the database answers a read now. */
    public boolean isAnswering() {
        try {
            return database.read(sql -> sql.number("SELECT 1")) == 1;
        } catch (MoverException | DataAccessException e) {
            return false;
        }
    }
}
