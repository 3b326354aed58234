package org.bdm.server.catalog;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogFiles;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;
import org.jspecify.annotations.Nullable;

/** The databases that every contract of the catalog is checked on. */
public enum TestDatabase {
    H2 {
        @Override
        public CatalogLocation empty() {
            try {
                Path home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "catalog-");
                return CatalogLocation.below(home);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public CatalogLocation prepared(NodeId node) {
            CatalogLocation location = empty();
            copyTo(location, node);
            return location;
        }
    },
    POSTGRESQL {
        @Override
        public CatalogLocation empty() {
            return created("");
        }

        @Override
        public CatalogLocation prepared(NodeId node) {
            String url = template().jdbcUrl();
            return created(" TEMPLATE " + url.substring(url.lastIndexOf('/') + 1));
        }

        private CatalogLocation created(String as) {
            int number = NUMBER.incrementAndGet();
            String name = "catalog" + number;
            try (Connection connection = server().getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name + as);
                if (!as.isEmpty()) dropOldest(statement, number);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return new CatalogLocation(
                    "jdbc:postgresql://localhost:" + server().getPort() + "/" + name, "postgres", "postgres");
        }

        /** One that is open stays; so do those that no template was used for, among them the template. */
        private void dropOldest(Statement statement, int number) throws SQLException {
            MADE.add("catalog" + number);
            if (MADE.size() <= KEPT) return;
            String oldest = MADE.remove();
            boolean isOpen;
            try (ResultSet open =
                    statement.executeQuery("SELECT 1 FROM pg_stat_activity WHERE datname = '" + oldest + "'")) {
                isOpen = open.next();
            }
            if (!isOpen) statement.execute("DROP DATABASE " + oldest);
        }
    };

    /** Databases of PostgreSQL that are kept, so that a process of tests does not fill its directory: more than a test uses. */
    private static final int KEPT = 24;

    private static final Queue<String> MADE = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static EmbeddedPostgres server;

    private @Nullable CatalogLocation template; // guarded by this
    private final Map<NodeId, Path> ofNodes = new HashMap<>(); // files of H2; guarded by this

    /** A place without a catalog. */
    public abstract CatalogLocation empty();

    /** As the other, for {@link OpenCatalog#NODE}. */
    public CatalogLocation prepared() {
        return prepared(OpenCatalog.NODE);
    }

    /**
     * A place with the tables of this version, and nothing in them: as {@link #empty}, once they are made. That takes most of the time of a
     * short test.
     *
     * @param node the one that will open it, and whose site it will be: others are refused by H2
     */
    public abstract CatalogLocation prepared(NodeId node);

    /** Puts a catalog as {@link #prepared(NodeId)} into a home that has none. */
    public static CatalogLocation preparedBelow(Path home, NodeId node) {
        CatalogLocation location = CatalogLocation.below(home);
        if (!Files.exists(CatalogUrl.file(location).orElseThrow())) H2.copyTo(location, node);
        return location;
    }

    /** Made once in each process. */
    synchronized CatalogLocation template() {
        if (template == null) {
            CatalogLocation made = empty();
            CatalogDatabase.openShared(made, CatalogExpectation.THERE_OR_EMPTY, UnaryOperator.identity())
                    .close();
            template = made;
        }
        return template;
    }

    /** Of H2: its file, as a catalog that was closed leaves it. */
    void copyTo(CatalogLocation location, NodeId node) {
        copy(fileOf(node), location);
    }

    /**
     * Made once for each node. A file in which no node is known is put aside at the next start, as one whose first start was killed; so the
     * node is known here, and has not run yet. What it finds is as in a catalog that it begins itself: it gets number 1 and run 1.
     */
    private synchronized Path fileOf(NodeId node) {
        return ofNodes.computeIfAbsent(node, first -> {
            CatalogLocation made = empty();
            copy(CatalogUrl.file(template()).orElseThrow(), made);
            try (Connection connection = DriverManager.getConnection(CatalogUrl.checked(made), made.user(), "");
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO node (node_id, opened_at) VALUES ('" + node.fingerprint()
                        + "', TIMESTAMP WITH TIME ZONE '2026-11-20 10:00:00Z')");
                statement.execute("SHUTDOWN");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return CatalogUrl.file(made).orElseThrow();
        });
    }

    private static void copy(Path from, CatalogLocation location) {
        Path file = CatalogUrl.file(location).orElseThrow();
        CatalogFiles.prepare(file);
        try {
            Files.copy(from, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One server for all tests of the process; it ends with it. */
    static synchronized EmbeddedPostgres server() {
        if (server == null) {
            try {
                server = EmbeddedPostgres.builder()
                        .setDataDirectory(PostgresDirectory.made())
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return server;
    }
}
