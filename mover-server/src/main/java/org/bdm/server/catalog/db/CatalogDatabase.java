package org.bdm.server.catalog.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The open database: migrated, checked, with a pool for reads and claims, and one connection apart for the committer. */
public final class CatalogDatabase implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 12;

    private final CatalogLocation location;
    private final Dialect dialect;
    private final DataSource unpooled;
    private final HikariDataSource pool;
    private final Statements statements;
    private final TransactionTemplate transactions;
    private final CatalogHold hold;
    private final @Nullable AcknowledgedVersion acknowledged;
    private final CommitForces forces = new CommitForces();

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
     * Looks at what is there, and only then opens it, keeps others off and migrates it.
     *
     * @throws MoverException as {@code Catalog.open}, and NOT_FOUND if a catalog of any node was expected and there is none
     */
    public static CatalogDatabase open(
            CatalogLocation location, CatalogExpectation expected, UnaryOperator<DataSource> seam) {
        String url = CatalogUrl.checked(location);
        Optional<Path> file = CatalogUrl.file(location);
        file.ifPresent(path -> {
            CatalogFiles.prepare(path);
            CatalogInspection.inspectFile(location, url, path, expected);
            CatalogFiles.begin(path);
        });
        DataSource unpooled = seam.apply(new DriverManagerDataSource(
                url, location.user(), location.password() == null ? "" : location.password()));
        HikariDataSource pool = null;
        CatalogHold hold = null;
        try {
            try (Connection first = unpooled.getConnection()) {
                first.isValid(10);
                hold = file.isPresent() ? CatalogHold.byTheFile() : CatalogHold.take(location, unpooled);
                if (file.isEmpty()) expected.require(location, CatalogInspection.nodes(first));
                pool = new HikariDataSource(poolOf(unpooled));
            }
            CatalogDatabase database = new CatalogDatabase(location, unpooled, pool, hold);
            database.dialect.refuseUnsafe(database.statements);
            database.migrate();
            return database;
        } catch (SQLException | IOException | RuntimeException e) {
            if (pool != null) pool.close();
            if (hold != null) hold.close();
            if (e instanceof MoverException known) throw known;
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    private static HikariConfig poolOf(DataSource unpooled) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(unpooled);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(1);
        config.setPoolName("catalog");
        return config;
    }

    private void migrate() {
        Flyway flyway = Flyway.configure()
                .dataSource(unpooled)
                .locations(dialect.migrations())
                .validateMigrationNaming(true)
                .loggers("slf4j")
                .load();
        if (flyway.info().applied().length > 0
                && java.util.Arrays.stream(flyway.info().all())
                        .anyMatch(script -> script.getState().name().startsWith("FUTURE"))) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "the catalog " + location + " was written by a newer version of this program");
        }
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            throw DatabaseErrors.onOpen(location, e);
        }
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
        try {
            T found = query.apply(statements);
            forces.await();
            return found;
        } catch (DataAccessException e) {
            throw DatabaseErrors.onUse(e);
        }
    }

    /**
     * A small transaction of its own that need not be forced: claims and leases. Tried again when another stood in its way. What it saw of
     * the committer's work is on stable storage.
     */
    public <T> T transact(Function<Statements, T> change) {
        for (int tries = 1; ; tries++) {
            try {
                T result = transactions.execute(status -> {
                    hold.require(statements);
                    return change.apply(statements);
                });
                forces.await();
                return result;
            } catch (DataAccessException e) {
                if (tries < 5 && DatabaseErrors.isPassing(e)) continue;
                throw DatabaseErrors.onUse(e);
            }
        }
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
