package org.bdm.server.catalog.db;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place of the catalog, and the login.
 *
 * @param jdbcUrl H2 in a file, or PostgreSQL; without user and password
 * @param user name in the database
 * @param password from a file or the environment; null if the database asks for none
 */
public record CatalogLocation(
        String jdbcUrl, String user, @Nullable String password) {
    /** H2 in the file {@code HOME/catalog/catalog.mv.db}: the default. */
    public static CatalogLocation below(Path home) {
        return new CatalogLocation(
                "jdbc:h2:file:"
                        + home.toAbsolutePath().normalize().resolve("catalog").resolve("catalog"),
                "bdm",
                null);
    }

    /** True if it is PostgreSQL, which several control planes may share. */
    public boolean isPostgreSql() {
        return jdbcUrl.startsWith("jdbc:postgresql:");
    }

    /** The file of an H2 catalog, whether it is there or not; empty for PostgreSQL. CATALOG_UNSAFE for what is not a file of this host. */
    public Optional<Path> file() {
        return CatalogUrl.file(this);
    }

    @Override
    public String toString() {
        return jdbcUrl;
    }
}
