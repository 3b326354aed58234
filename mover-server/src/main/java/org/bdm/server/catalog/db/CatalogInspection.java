package org.bdm.server.catalog.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Looks at a database before anything is written to it: whether it holds a catalog, whose, and whether that is whole. */
public final class CatalogInspection {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogInspection.class);
    private static final String RESTORE =
            "; restore a backup with 'mover-server catalog restore FILE.zip', with the same --home";

    private CatalogInspection() {}

    /**
     * Looks at the file of an H2 catalog, and makes place for a new one where that is expected.
     *
     * @throws MoverException CATALOG_DAMAGED; ALREADY_RUNNING; what {@link CatalogExpectation#require} throws
     */
    public static void inspectFile(CatalogLocation location, String url, Path file, CatalogExpectation expected) {
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                expected.require(location, Set.of());
                // What was acknowledged by a file that a person has removed says nothing of the one that is begun.
                AcknowledgedVersion.forget(file);
            } else if (isUnused(file)) {
                if (!expected.mayBegin()) throw damaged(file, "is empty (0 bytes)");
            } else {
                Set<String> nodes = nodesOf(location, url, file);
                expected.require(location, nodes);
                if (nodes.isEmpty() && expected.node() != null) putAside(file);
            }
        } catch (IOException e) {
            throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the catalog " + file + " cannot be read: " + e, e);
        }
    }

    /** A first start that was killed may leave tables half made, in which no start could go on; nothing was acknowledged in it. */
    private static void putAside(Path file) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        AcknowledgedVersion.forget(file);
        LOG.info("the first start did not finish; its incomplete catalog is now {}", aside);
    }

    private static boolean isUnused(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw damaged(file, Files.isDirectory(file) ? "is a directory" : "is not a file");
        }
        return Files.size(file) == 0;
    }

    /** The nodes that the catalog knows; none if it has no tables yet. Opened read-only, so that not a byte of it changes. */
    private static Set<String> nodesOf(CatalogLocation location, String url, Path file) throws IOException {
        OptionalLong acknowledged = AcknowledgedVersion.read(file);
        try (Connection connection = DriverManager.getConnection(
                url + ";ACCESS_MODE_DATA=r", location.user(), location.password() == null ? "" : location.password())) {
            long version = versionOf(connection);
            if (acknowledged.isPresent() && version < acknowledged.getAsLong()) {
                throw damaged(
                        file,
                        "was cut or replaced by an older one: it ends at version " + version + ", and version "
                                + acknowledged.getAsLong() + " was acknowledged");
            }
            return nodes(connection);
        } catch (SQLException | DataAccessException e) {
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    private static MoverException damaged(Path file, String how) {
        return new MoverException(ErrorCode.CATALOG_DAMAGED, "the catalog " + file + " " + how + RESTORE);
    }

    /** The version of the open H2 file, which grows with each commit. */
    static long versionOf(Connection h2) throws SQLException {
        if (!(h2.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session)) {
            throw new SQLException("the H2 database is not in this process");
        }
        return session.getDatabase().getStore().getMvStore().getCurrentVersion();
    }

    /**
     * The keys of the site of the open database, one; in a catalog of an earlier version those of its nodes. None if it has no table of
     * nodes, or nobody has used it.
     */
    static Set<String> nodes(Connection connection) {
        Statements sql = new Statements(new SingleConnectionDataSource(connection, true));
        if (!isThere(sql, "node")) return Set.of();
        Set<String> site = isThere(sql, "own_site")
                ? new HashSet<>(
                        sql.list("SELECT key_fingerprint FROM own_site LIMIT 10000", (row, at) -> row.getString(1)))
                : Set.of();
        return site.isEmpty()
                ? new HashSet<>(sql.list("SELECT node_id FROM node LIMIT 10000", (row, at) -> row.getString(1)))
                : site;
    }

    static boolean isThere(Statements sql, String table) {
        return sql.number(
                        "SELECT COUNT(*) FROM information_schema.tables WHERE LOWER(table_name) = ?"
                                + " AND LOWER(table_schema) = LOWER(CURRENT_SCHEMA)",
                        table)
                > 0;
    }
}
