package org.bdm.server.catalog;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.server.catalog.db.CatalogLocation;

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
    },
    POSTGRESQL {
        @Override
        public CatalogLocation empty() {
            String name = "catalog" + NUMBER.incrementAndGet();
            try (Connection connection = server().getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return new CatalogLocation(
                    "jdbc:postgresql://localhost:" + server().getPort() + "/" + name, "postgres", "postgres");
        }
    };

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static EmbeddedPostgres server;

    /** A place without a catalog. */
    public abstract CatalogLocation empty();

    /** One server for all tests of the process; it ends with it. */
    static synchronized EmbeddedPostgres server() {
        if (server == null) {
            try {
                server = EmbeddedPostgres.builder()
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
