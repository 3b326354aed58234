package org.bdm.server.catalog.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;
import static org.bdm.server.catalog.Samples.sha256;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs are numbered without gaps: what is refused takes no number. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
@Tag("U9")
class JobNumbersContractTest {
    @Parameter
    TestDatabase database;

    private CatalogLocation location;
    private OpenCatalog open;

    @BeforeEach
    void open() {
        location = database.prepared();
        open = OpenCatalog.at(location);
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static long next(OpenCatalog at) {
        return at.catalog
                .submissions()
                .submit(request("ann", 3), List.of(item("f")), null)
                .join()
                .job()
                .number();
    }

    @Test
    void aListThatIsRefusedTakesNoNumber() {
        assertThat(next(open)).isEqualTo(1);
        try (Reception empty = open.catalog.submissions().receive(request("ann", 3))) {
            assertThat(failure(() -> empty.finish(null))).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
        try (Reception twice = open.catalog.submissions().receive(request("ann", 3))) {
            twice.add(item("a"));
            twice.add(item("a"));
            assertThat(failure(() -> twice.finish(null))).isEqualTo(ErrorCode.DUPLICATE_DESTINATION);
        }
        try (Reception broken = open.catalog.submissions().receive(request("ann", 3))) {
            broken.add(item("a")); // and its connection ends
        }
        assertThat(next(open)).isEqualTo(2);
    }

    @Test
    void theNumberOfAJobThatAnOlderCatalogDeletedIsNotGivenAgain() throws SQLException {
        open.close();
        CatalogLocation older = database.empty();
        String password = older.password() == null ? "" : older.password();
        String own = database == TestDatabase.H2 ? "h2" : "postgresql";
        Flyway.configure()
                .dataSource(older.jdbcUrl(), older.user(), password)
                .locations("classpath:db/migration/common", "classpath:db/migration/" + own)
                .target("87") // when the database gave the numbers
                .load()
                .migrate();
        try (Connection connection = DriverManager.getConnection(older.jdbcUrl(), older.user(), password);
                Statement sql = connection.createStatement()) {
            sql.execute("INSERT INTO node (node_id, opened_at) VALUES ('" + OpenCatalog.NODE.fingerprint()
                    + "', CURRENT_TIMESTAMP)");
            for (int job = 1; job <= 3; job++) {
                sql.execute(
                        "INSERT INTO job (kind, owner, label, priority, max_rate, state, created_at, listing_complete, item_count)"
                                + " VALUES (1, 'ann', 'old', 3, 0, 1, CURRENT_TIMESTAMP, FALSE, 0)");
            }
            sql.execute("DELETE FROM job WHERE job_no > 1");
        }
        open = OpenCatalog.at(older);
        assertThat(next(open)).isEqualTo(4);
    }

    @Test
    void aLongListThatIsRefusedGivesItsNumberBackUnlessALaterOneWasGiven() {
        try (Reception alone = open.catalog.submissions().receive(request("ann", 3))) {
            for (int i = 0; i < Submissions.ITEMS_AT_ONCE_MAX; i++) alone.add(item("f" + i));
        }
        assertThat(next(open)).isEqualTo(1);
        try (Reception overtaken = open.catalog.submissions().receive(request("ann", 3))) {
            for (int i = 0; i < Submissions.ITEMS_AT_ONCE_MAX; i++) overtaken.add(item("f" + i));
            assertThat(next(open)).isEqualTo(3);
        }
        assertThat(next(open)).isEqualTo(4);
    }

    @Test
    void whatIsRefusedInItsTransactionTakesNoNumber() {
        MoverException no = new MoverException(ErrorCode.ILLEGAL_STATE, "no");
        Reception refused = open.catalog.submissions().receive(request("ann", 3));
        refused.add(item("a"));
        assertThat(failure(() -> refused.finish(null, (work, job) -> {
                    throw no;
                })))
                .isEqualTo(ErrorCode.ILLEGAL_STATE);
        refused.close();
        Idempotency key = new Idempotency("k", sha256("body"));
        for (int i = 0; i < 3; i++) {
            Reception repeated = open.catalog.submissions().receive(request("ann", 3));
            repeated.add(item("b"));
            assertThat(repeated.finish(key).job().number()).isEqualTo(1);
            repeated.close();
        }
        assertThat(next(open)).isEqualTo(2);
    }

    @Test
    void twoNodesAtOnceGiveEachNumberOnce() {
        assumeThat(database).isEqualTo(TestDatabase.POSTGRESQL);
        ServingNode second = new ServingNode(new NodeId("b".repeat(64)), OpenCatalog.NODE, "another process");
        CatalogSettings settings = new CatalogSettings(
                second, true, open.clock, LeaseClock.ofDatabase(), CatalogSettings.PATIENCE, open.fatal::add);
        try (Catalog other = Catalog.open(location, settings)) {
            List<CompletableFuture<Submission>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Catalog at = i % 2 == 0 ? open.catalog : other;
                all.add(at.submissions().submit(request("ann", 3), List.of(item("f" + i)), null));
            }
            assertThat(all.stream().map(each -> each.join().job().number()).sorted())
                    .containsExactlyElementsOf(java.util.stream.LongStream.rangeClosed(1, 40)
                            .boxed()
                            .toList());
        }
    }

    private static ErrorCode failure(Runnable step) {
        return Samples.failure(CompletableFuture.runAsync(step)).code();
    }
}
