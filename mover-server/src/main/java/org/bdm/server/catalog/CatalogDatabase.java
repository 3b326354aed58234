package org.bdm.server.catalog;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
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
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The open database: migrated, checked, with a pool for reads and claims, and one connection apart for the committer. */
final class CatalogDatabase implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 12;

    private final CatalogLocation location;
    private final Dialect dialect;
    private final DataSource unpooled;
    private final HikariDataSource pool;
    private final Statements statements;
    private final TransactionTemplate transactions;

    private CatalogDatabase(CatalogLocation location, DataSource unpooled, HikariDataSource pool) {
        this.location = location;
        this.dialect = Dialect.of(location);
        this.unpooled = unpooled;
        this.pool = pool;
        this.statements = new Statements(pool);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    /** Opens and migrates; errors as {@link Catalog#open}. */
    static CatalogDatabase open(CatalogLocation location, UnaryOperator<DataSource> seam) {
        String url = CatalogUrl.checked(location);
        CatalogUrl.file(location).ifPresent(CatalogDatabase::makeDirectory);
        DataSource unpooled = seam.apply(new DriverManagerDataSource(
                url, location.user(), location.password() == null ? "" : location.password()));
        HikariDataSource pool = null;
        try {
            try (Connection first = unpooled.getConnection()) {
                first.isValid(10);
                HikariConfig config = new HikariConfig();
                config.setDataSource(unpooled);
                config.setMaximumPoolSize(CONNECTIONS_MAX);
                config.setMinimumIdle(1);
                config.setPoolName("catalog");
                pool = new HikariDataSource(config);
            }
            CatalogDatabase database = new CatalogDatabase(location, unpooled, pool);
            database.dialect.refuseUnsafe(database.statements);
            database.migrate();
            return database;
        } catch (SQLException | RuntimeException e) {
            if (pool != null) pool.close();
            if (e instanceof MoverException known) throw known;
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    private static void makeDirectory(Path file) {
        Path directory = file.getParent();
        try {
            if (directory != null) Files.createDirectories(directory);
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.CATALOG_UNAVAILABLE, "the directory " + directory + " cannot be made: " + e, e);
        }
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

    Dialect dialect() {
        return dialect;
    }

    CatalogLocation location() {
        return location;
    }

    /** A connection of its own, in a transaction. */
    Connection connection() throws SQLException {
        Connection connection = unpooled.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    /** Reads, each statement for itself. */
    <T> T read(Function<Statements, T> query) {
        try {
            return query.apply(statements);
        } catch (DataAccessException e) {
            throw DatabaseErrors.onUse(e);
        }
    }

    /** A small transaction of its own that need not be forced: claims and leases. Tried again when another stood in its way. */
    <T> T transact(Function<Statements, T> change) {
        for (int tries = 1; ; tries++) {
            try {
                return transactions.execute(status -> change.apply(statements));
            } catch (DataAccessException e) {
                if (tries < 5 && DatabaseErrors.isPassing(e)) continue;
                throw DatabaseErrors.onUse(e);
            }
        }
    }

    /** Size of the H2 file in bytes; empty for PostgreSQL. */
    Optional<Long> fileBytes() {
        return CatalogUrl.file(location).map(file -> file.toFile().length());
    }

    @Override
    public void close() {
        if (dialect == Dialect.H2) {
            try (Connection last = unpooled.getConnection()) {
                pool.close();
                last.createStatement().execute("SHUTDOWN");
            } catch (SQLException e) {
                throw DatabaseErrors.onUse(e);
            }
        } else {
            pool.close();
        }
    }
}
