package org.bdm.server.catalog.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.ZipOutputStream;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.pooler.PoolerProbe;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The open database: migrated, checked, with a pool for reads and leases, and one connection apart for the committer. */
public final class CatalogDatabase implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 12;
    private static final int CONNECTION_MILLIS_MAX = 5_000;

    private final CatalogLocation location;
    private final Dialect dialect;
    private final DataSource unpooled;
    private final HikariDataSource pool;
    private final Statements statements;
    private final TransactionTemplate transactions;
    private final CatalogHold hold;
    private final @Nullable AcknowledgedVersion acknowledged;
    private final CommitForces forces = new CommitForces();
    private final DurationCounts reads = new DurationCounts();
    private final DurationCounts transacted = new DurationCounts();
    private volatile boolean isReached = true;
    private volatile @Nullable ServingRun run; // of a process that shares the catalog

    private CatalogDatabase(CatalogLocation location, DataSource unpooled, HikariDataSource pool, CatalogHold hold)
            throws IOException {
        this.location = location;
        this.hold = hold;
        Optional<Path> file = CatalogUrl.file(location);
        this.acknowledged = file.isPresent() ? AcknowledgedVersion.open(file.get()) : null;
        this.dialect = Dialect.of(location);
        this.unpooled = unpooled;
        this.pool = pool;
        this.statements = new Statements(pool);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    /**
     * Looks at what is there, and only then opens it for this process alone and migrates it. Processes that served the catalog and were cut
     * off from it write nothing more.
     *
     * @throws MoverException as {@code Catalog.open}, and NOT_FOUND if a catalog of any node was expected and there is none
     */
    public static CatalogDatabase openAlone(CatalogLocation location, CatalogExpectation expected) {
        return open(location, expected, UnaryOperator.identity(), true);
    }

    /**
     * As {@link #openAlone}, but shared with other processes where the database can be shared.
     *
     * @param seam connections that a test may make fail
     */
    public static CatalogDatabase openShared(
            CatalogLocation location, CatalogExpectation expected, UnaryOperator<DataSource> seam) {
        return open(location, expected, seam, false);
    }

    private static CatalogDatabase open(
            CatalogLocation location, CatalogExpectation expected, UnaryOperator<DataSource> seam, boolean isAlone) {
        String url = CatalogUrl.checked(location);
        Optional<Path> file = CatalogUrl.file(location);
        file.ifPresent(path -> {
            CatalogFiles.prepare(path);
            CatalogInspection.inspectFile(location, url, path, expected);
            CatalogFiles.begin(path);
        });
        DataSource unpooled = seam.apply(connections(location, url));
        CatalogMigration migration = new CatalogMigration(location, connections(location, url));
        HikariDataSource pool = null;
        CatalogHold hold = null;
        try {
            if (location.isPostgreSql()) new PoolerProbe(connections(location, url)).refuseUnsafe();
            try (Connection first = unpooled.getConnection()) {
                first.isValid(10);
                if (file.isEmpty()) expected.require(location, CatalogInspection.nodes(first));
                Dialect.of(location).refuseUnsafe(new Statements(new SingleConnectionDataSource(first, true)));
                hold = held(location, unpooled, migration, isAlone);
                pool = new HikariDataSource(
                        poolOf(unpooled)); // before the first one is closed: H2 closes with its last one
            }
            CatalogDatabase database = new CatalogDatabase(location, unpooled, pool, hold);
            if (file.isEmpty() && isAlone) {
                CatalogHold alone = hold;
                database.transact(sql -> {
                    alone.endOtherRuns(sql);
                    return true;
                });
            }
            return database;
        } catch (SQLException | IOException | RuntimeException e) {
            if (pool != null) pool.close();
            if (hold != null) hold.close();
            if (e instanceof MoverException known) throw known;
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    /** Takes the catalog, and makes its tables those of this version. */
    private static CatalogHold held(
            CatalogLocation location, DataSource unpooled, CatalogMigration migration, boolean isAlone)
            throws SQLException {
        if (location.isPostgreSql() && !isAlone) {
            return CatalogHold.withOthers(location, unpooled, migration::isDue, migration::run);
        }
        CatalogHold hold =
                location.isPostgreSql() ? CatalogHold.alone(location, unpooled) : CatalogHold.byTheFile(location);
        boolean isReady = false;
        try {
            migration.run();
            isReady = true;
            return hold;
        } finally {
            if (!isReady) hold.close();
        }
    }

    private static DataSource connections(CatalogLocation location, String url) {
        return new DriverManagerDataSource(
                url, location.user(), location.password() == null ? "" : location.password());
    }

    private static HikariConfig poolOf(DataSource unpooled) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(unpooled);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(1);
        config.setPoolName("catalog");
        config.setConnectionTimeout(CONNECTION_MILLIS_MAX);
        return config;
    }

    /** Keeps other processes off. */
    public CatalogHold hold() {
        return hold;
    }

    /** The file that keeps the last acknowledged version of an H2 file; null for PostgreSQL. */
    @Nullable AcknowledgedVersion acknowledgedVersion() {
        return acknowledged;
    }

    public Dialect dialect() {
        return dialect;
    }

    public CatalogLocation location() {
        return location;
    }

    /** A connection of its own, in a transaction. */
    Connection connection() throws SQLException {
        Connection connection = unpooled.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    /** Tells readers what of the committer's work is on stable storage. */
    CommitForces forces() {
        return forces;
    }

    /** Reads, each statement for itself. What it returns is on stable storage. */
    public <T> T read(Function<Statements, T> query) {
        long begun = System.nanoTime();
        try {
            T found = query.apply(statements);
            forces.await();
            ended(reads, begun);
            return found;
        } catch (DataAccessException e) {
            throw failed(e);
        }
    }

    private void ended(DurationCounts counts, long begun) {
        counts.add(System.nanoTime() - begun);
        if (!isReached) isReached = true;
    }

    private MoverException failed(RuntimeException error) {
        if (pool.isClosed()) return new MoverException(ErrorCode.STOPPING, "the catalog was closed", error);
        MoverException reason = DatabaseErrors.onUse(error);
        if (reason.code() == ErrorCode.CATALOG_UNAVAILABLE) isReached = false;
        return reason;
    }

    /** True if the last read or transaction reached the database. */
    boolean isReached() {
        return isReached;
    }

    /** Returns the durations of successful reads. */
    DurationCounts.Counted reads() {
        return reads.counted();
    }

    /** Returns the durations of successful small transactions. */
    DurationCounts.Counted transactions() {
        return transacted.counted();
    }

    /** Returns the use of the pool now. */
    CatalogLoad.Connections connections() {
        HikariPoolMXBean now = pool.getHikariPoolMXBean();
        return new CatalogLoad.Connections(
                now.getActiveConnections(),
                now.getIdleConnections(),
                CONNECTIONS_MAX,
                now.getThreadsAwaitingConnection());
    }

    /**
     * A small transaction of its own that need not be forced: leases and their renewal. Tried again when another stood in its way. What it saw of
     * the committer's work is on stable storage.
     */
    public <T> T transact(Function<Statements, T> change) {
        long begun = System.nanoTime();
        for (int tries = 1; ; tries++) {
            try {
                T result = transactions.execute(status -> {
                    requireRun();
                    return change.apply(statements);
                });
                forces.await();
                ended(transacted, begun);
                return result;
            } catch (DataAccessException | TransactionException e) {
                if (tries < 5 && DatabaseErrors.isPassing(e)) continue;
                throw failed(e);
            }
        }
    }

    /** This process serves the catalog: from now on its transactions are refused once another run of its node begins. */
    public void servesAs(ServingRun serving) {
        run = serving;
    }

    /** The run of this process; null for a command. */
    @Nullable ServingRun run() {
        return run;
    }

    private void requireRun() {
        ServingRun own = run;
        if (own != null && isOvertaken()) throw own.overtaken();
    }

    /** True if this process serves the catalog and must end, since another run of its node has begun, or it has been removed. */
    public boolean isOvertaken() {
        ServingRun own = run;
        if (own == null || dialect == Dialect.H2) return false;
        long now = read(sql -> sql.number(
                "SELECT n.run_no FROM node n JOIN commit_group g ON g.node_no = n.node_no AND g.run_no = n.run_no"
                        + " WHERE n.node_no = ?",
                own.node()));
        return now != own.number();
    }

    /** Makes durable what was committed: for commands, which have no committer. */
    public void force() {
        read(sql -> {
            dialect.force().forEach(sql::execute);
            return null;
        });
    }

    /** The version of the H2 file now; 0 for PostgreSQL. */
    public long openedVersion() {
        if (dialect != Dialect.H2) return 0;
        try (Connection connection = unpooled.getConnection()) {
            return CatalogInspection.versionOf(connection);
        } catch (SQLException e) {
            throw DatabaseErrors.onUse(e);
        }
    }

    /**
     * Copies the file of an H2 catalog while others commit: all that was acknowledged before the call is in the copy. Blocks; the thread must
     * not be interrupted, which would close the file of the catalog.
     *
     * @throws IOException if the stream fails, or another copy is being made
     */
    public void copyFile(ZipOutputStream zip) throws IOException {
        try (Connection connection = unpooled.getConnection()) {
            FileUpkeep.of(connection).copy(zip, this::force);
        } catch (SQLException e) {
            throw DatabaseErrors.onUse(e);
        }
    }

    /** Size of the database in bytes; of PostgreSQL as it says itself, with indexes. May block. */
    public long sizeBytes() {
        return fileBytes().orElseGet(() -> read(sql -> sql.number("SELECT pg_database_size(current_database())")));
    }

    /** Size of the H2 file in bytes; empty for PostgreSQL. */
    public Optional<Long> fileBytes() {
        return CatalogUrl.file(location).map(file -> file.toFile().length());
    }

    /** A stop rewrites the file: its last version is later than what the committer acknowledged. */
    private void rememberTheEnd() throws IOException {
        AcknowledgedVersion ours = acknowledged;
        Optional<Path> file = CatalogUrl.file(location);
        if (ours == null || file.isEmpty()) return;
        try (ours;
                MVStore closed = new MVStore.Builder()
                        .fileName(file.get().toString())
                        .readOnly()
                        .open()) {
            ours.acknowledged(closed.getCurrentVersion());
        } catch (MVStoreException e) {
            throw new IOException("the catalog was closed, and cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        if (dialect == Dialect.H2) {
            try (Connection last = unpooled.getConnection()) {
                pool.close();
                last.createStatement().execute("SHUTDOWN");
                rememberTheEnd();
            } catch (SQLException | IOException e) {
                throw DatabaseErrors.onUse(e);
            }
        } else {
            pool.close();
        }
        hold.close();
    }
}
