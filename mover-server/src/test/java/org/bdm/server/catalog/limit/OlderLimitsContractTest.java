package org.bdm.server.catalog.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits in catalogs of older versions, which had a table for links, one for what is sent, and one for exports and nodes. */
class OlderLimitsContractTest {
    private static final Instant FIRST = Instant.parse("2026-11-01T10:00:00Z");
    private static final Instant LATER = Instant.parse("2026-11-02T10:00:00Z");

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void allLimitsComeIntoOneTable(TestDatabase database) throws SQLException {
        CatalogLocation older = database.empty();
        String password = older.password() == null ? "" : older.password();
        Flyway.configure()
                .dataSource(older.jdbcUrl(), older.user(), password)
                .locations(
                        "classpath:db/migration/common",
                        "classpath:db/migration/" + (database == TestDatabase.H2 ? "h2" : "postgresql"))
                .target("100") // when there were three tables
                .load()
                .migrate();
        try (Connection connection = DriverManager.getConnection(older.jdbcUrl(), older.user(), password);
                Statement sql = connection.createStatement()) {
            sql.execute("INSERT INTO node (node_id, opened_at) VALUES ('" + OpenCatalog.NODE.fingerprint()
                    + "', CURRENT_TIMESTAMP)");
            sql.execute(
                    "INSERT INTO link_limit (source, bytes_per_second, streams, files, note, changed_by, changed_at)"
                            + " VALUES ('*', 9, 0, 0, 'campus', 'ana', '2026-11-01 10:00:00+00'),"
                            + " ('north', 5, 6, 7, 'shared line', 'ana', '2026-11-01 10:00:00+00')");
            sql.execute("INSERT INTO sending_limit (destination, bytes_per_second, note, changed_by, changed_at)"
                    + " VALUES ('east', 2, 'thin line', 'ben', '2026-11-02 10:00:00+00'),"
                    + " ('north', 3, 'at night', 'ben', '2026-11-02 10:00:00+00')");
            sql.execute(
                    "INSERT INTO place_limit (kind, name, in_bytes_per_second, out_bytes_per_second, streams, files,"
                            + " note, changed_by, changed_at)"
                            + " VALUES ('NODE', '3', 1, 2, 3, 4, 'old host', 'ana', '2026-11-01 10:00:00+00')");
        }
        try (OpenCatalog open = OpenCatalog.at(older)) {
            assertThat(open.catalog.limits().all())
                    .containsExactly(
                            new Limit(LimitedPlace.link("*"), 9, 0, 0, 0, "campus", "ana", FIRST),
                            new Limit(LimitedPlace.link("east"), 0, 2, 0, 0, "thin line", "ben", LATER),
                            new Limit(
                                    LimitedPlace.link("north"),
                                    5,
                                    3,
                                    6,
                                    7,
                                    "shared line, sent: at night",
                                    "ben",
                                    LATER),
                            new Limit(LimitedPlace.node(3), 1, 2, 3, 4, "old host", "ana", FIRST));
        }
    }
}
