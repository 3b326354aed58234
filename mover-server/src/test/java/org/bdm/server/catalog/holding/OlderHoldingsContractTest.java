package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.KeyHash;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Holdings in catalogs that older versions of the program wrote. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class OlderHoldingsContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final String DATASET = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final Instant KNOWN = Instant.parse("2026-11-20T10:00:00.123Z");

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @AfterEach
    void close() {
        HoldingSideTablesCheck.of(open);
        open.close();
    }

    private static HoldingDigest computed(String content) {
        return new HoldingDigest(sha256(content), DigestOrigin.READBACK, KNOWN);
    }

    private static Connection connected(CatalogLocation at) throws SQLException {
        return DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password() == null ? "" : at.password());
    }

    private long number(String query) {
        return open.database().read(sql -> sql.number(query));
    }

    private List<Holding> page(@Nullable HoldingState state) {
        return open.catalog
                .holdings()
                .page(new HoldingQuery(null, state, null, StorePath.ROOT, null, 9))
                .rows();
    }

    /** Before, each of two nodes could record it: the catalog of such a site is mended when it is opened. */
    @Test
    void rowsOfADirectoryThatTwoNodesRecordedBecomeOne() throws SQLException {
        CatalogLocation older = migrated("96");
        try (Connection connection = connected(older)) {
            OldRows old = new OldRows(connection);
            old.directory(1, "d");
            old.directory(2, "d"); // as the other node left it: the same path under another number
            old.dataset(1, DATASET);
            old.holding(1, 1, "here.nc", 1L, HoldingState.VERIFIED, computed("x"));
            old.holding(2, 1, "both.nc", 1L, HoldingState.UNVERIFIED);
            old.holding(3, 1, "other-bytes.nc", null, HoldingState.VERIFIED, computed("x"));
            old.holding(4, 1, "damaged.nc", null, HoldingState.VERIFIED, computed("x"));
            old.holding(5, 2, "damaged.nc", null, HoldingState.DAMAGED, computed("x"));
            old.holding(6, 2, "there.nc", null, HoldingState.VERIFIED, computed("x"));
            old.holding(7, 2, "both.nc", 1L, HoldingState.VERIFIED, computed("x"));
            old.holding(8, 2, "other-bytes.nc", null, HoldingState.VERIFIED, computed("y"));
            old.execute("INSERT INTO held_ranges SELECT h.holding_no, 1, h.name, h.size, 1, h.name FROM holding h"
                    + " WHERE h.holding_no = 7");
        }
        open = OpenCatalog.at(older);
        assertThat(page(null))
                .extracting(held -> held.path().shown())
                .contains("d/here.nc", "d/there.nc", "d/both.nc", "d/other-bytes.nc");
        assertThat(number("SELECT COUNT(*) FROM holding WHERE dir_no = 1")).isEqualTo(5);
        StorePath path = StorePath.ofUtf8("d/both.nc");
        Holding both = open.catalog.holdings().find(IN, List.of(path)).get(path);
        assertThat(both.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(both.digests()).containsExactly(computed("x"));
        assertThat(number("SELECT own_digests FROM held_dataset")).isEqualTo(2);
        assertThat(number("SELECT h.dir_no FROM held_ranges r JOIN holding h ON h.holding_no = r.holding_no"))
                .as("the sums of its ranges came along")
                .isEqualTo(1);
        // Two nodes say different things of two files: what the second one said is kept.
        assertThat(number("SELECT COUNT(*) FROM holding WHERE dir_no = 2")).isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM holding WHERE digests IS NOT NULL"))
                .isEqualTo(7);
        assertThat(number("SELECT COUNT(*) FROM held_directory")).isEqualTo(2);
    }

    /** Digests had rows of their own, and states and times of checks had indexes. */
    @Test
    void evidenceOfAnOlderCatalogIsKeptAndFound() throws SQLException {
        CatalogLocation older = migrated("97");
        HoldingDigest listed = new HoldingDigest(sha256("x"), DigestOrigin.LISTED, KNOWN.minusSeconds(1));
        HoldingDigest received =
                new HoldingDigest(sha256("z"), DigestOrigin.RECEIVED, KNOWN, new Origin.Asked(3, 4_000));
        HoldingDigest crc = new HoldingDigest(
                new Checksum(ChecksumAlgorithm.CRC32C, new byte[] {1, (byte) 0xfe, 0, 4}), DigestOrigin.STREAM, KNOWN);
        try (Connection connection = connected(older)) {
            OldRows old = new OldRows(connection);
            old.directory(1, "d");
            old.dataset(1, DATASET);
            old.holding(1, 1, "a.nc", 1L, HoldingState.VERIFIED, listed, computed("x"));
            old.holding(2, 1, "b.nc", null, HoldingState.READ, crc, received);
            old.holding(600, 1, "c.nc", null, HoldingState.UNVERIFIED);
        }
        open = OpenCatalog.at(older);
        assertThat(page(null))
                .extracting(Holding::digests)
                .containsExactly(List.of(listed, computed("x")), inOrder(crc, received), List.of());
        assertThat(open.catalog.holdings().withDigests(List.of(sha256("x"), sha256("z")), 10))
                .containsOnlyKeys(sha256("x"));
        assertThat(page(HoldingState.READ))
                .extracting(held -> held.path().shown())
                .containsExactly("d/b.nc");
        assertThat(open.catalog.scrubs().due(Scrubs.Place.FIRST, Instant.now(), 9))
                .extracting(due -> due.place().holding())
                .containsExactly(1L, 2L, 600L);
    }

    @Test
    void holdingsOfAnOlderCatalogAreFoundByDigest() throws SQLException {
        CatalogLocation older = migrated("16"); // without the column that is looked for
        String digest = HexFormat.of().formatHex(sha256("x").value());
        String bytes = database == TestDatabase.H2 ? "X'" + digest + "'" : "'\\x" + digest + "'";
        try (Connection connection = connected(older);
                Statement sql = connection.createStatement()) {
            sql.execute("INSERT INTO node (node_id, opened_at) VALUES ('" + OpenCatalog.NODE.fingerprint()
                    + "', CURRENT_TIMESTAMP)");
            sql.execute("INSERT INTO held_directory VALUES (1, 'in', CAST('' AS BYTEA), 0)");
            sql.execute("INSERT INTO held_dataset VALUES (1, CAST('d' AS BYTEA), 'd', 1, 0, 0, 0, 1, NULL, NULL)");
            sql.execute("INSERT INTO holding VALUES (1, 1, CAST('a' AS BYTEA), 1, 10, 0, 0, 1, 0, NULL)");
            sql.execute("INSERT INTO holding VALUES (2, 1, CAST('big' AS BYTEA), NULL, 1048576, 0, 0, 1, 0, NULL)");
            sql.execute("INSERT INTO holding VALUES (3, 1, CAST('small' AS BYTEA), NULL, 10, 0, 0, 1, 0, NULL)");
            for (int holding = 1; holding <= 3; holding++) {
                sql.execute("INSERT INTO holding_digest VALUES (" + holding + ", "
                        + sha256("x").algorithm().code() + ", " + DigestOrigin.READBACK.code() + ", " + bytes + ", 0)");
            }
        }
        open = OpenCatalog.at(older);
        assertThat(open.catalog.holdings().withDigests(List.of(sha256("x")), 10).get(sha256("x")))
                .hasSize(2);
    }

    private static List<HoldingDigest> inOrder(HoldingDigest one, HoldingDigest other) {
        boolean isFirst =
                one.digest().algorithm().code() < other.digest().algorithm().code();
        return isFirst ? List.of(one, other) : List.of(other, one);
    }

    /** An empty catalog as an older version of the program made it. */
    private CatalogLocation migrated(String target) {
        CatalogLocation older = database.empty();
        String ofDatabase = database == TestDatabase.H2 ? "h2" : "postgresql";
        Flyway.configure()
                .dataSource(older.jdbcUrl(), older.user(), older.password() == null ? "" : older.password())
                .locations("classpath:db/migration/common", "classpath:db/migration/" + ofDatabase)
                .target(target)
                .load()
                .migrate();
        return older;
    }

    /** Writes into the tables of version 97. */
    private static final class OldRows {
        private final JdbcTemplate sql;

        OldRows(Connection connection) {
            this.sql = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
            execute("INSERT INTO node (node_id, opened_at) VALUES ('" + OpenCatalog.NODE.fingerprint()
                    + "', CURRENT_TIMESTAMP)");
        }

        void execute(String statement) {
            sql.execute(statement);
        }

        void directory(long number, String path) {
            byte[] bytes = StorePath.ofUtf8(path).bytes();
            sql.update(
                    "INSERT INTO held_directory (dir_no, export, path, path_hash) VALUES (?, ?, ?, ?)",
                    number,
                    IN.value(),
                    bytes,
                    KeyHash.of(bytes));
        }

        void dataset(long number, String instanceId) {
            sql.update(
                    "INSERT INTO held_dataset (dataset_no, instance_key, instance_id, files, name_sum, disputed, retracted,"
                            + " own_digests) VALUES (?, ?, ?, 0, 0, 0, 0, 0)",
                    number,
                    InstanceKey.of(instanceId),
                    instanceId);
        }

        void holding(
                long number,
                long directory,
                String name,
                @Nullable Long dataset,
                HoldingState state,
                HoldingDigest... digests) {
            sql.update(
                    "INSERT INTO holding (holding_no, dir_no, name, dataset_no, size, modified_s, modified_ns, state, since_ms)"
                            + " VALUES (?, ?, ?, ?, 10, 0, 0, ?, 0)",
                    number,
                    directory,
                    name.getBytes(StandardCharsets.UTF_8),
                    dataset,
                    state.code());
            for (HoldingDigest known : digests) {
                sql.update(
                        "INSERT INTO holding_digest (holding_no, algorithm, origin, digest, known_ms, sought, requests, millis)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        number,
                        known.digest().algorithm().code(),
                        known.origin().code(),
                        known.digest().value(),
                        known.knownAt().toEpochMilli(),
                        dataset == null ? null : HeldDigestRows.sought(known.digest()),
                        known.asked() == null ? null : known.asked().requests(),
                        known.asked() == null ? null : known.asked().millis());
            }
        }
    }
}
