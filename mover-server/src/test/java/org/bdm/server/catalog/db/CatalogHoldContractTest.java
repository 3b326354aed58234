package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.catalog.Samples.assertRefused;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.Test;

/** One process works on a PostgreSQL catalog, never two. */
class CatalogHoldContractTest {
    private static final NodeId NODE = new NodeId("a".repeat(64));
    private static final NodeId OTHER = new NodeId("b".repeat(64));

    private final CatalogLocation location = TestDatabase.POSTGRESQL.empty();
    private final BlockingQueue<MoverException> lost = new LinkedBlockingQueue<>();

    private Catalog open(NodeId node, String process, String place) {
        return Catalog.open(
                location,
                new CatalogSettings(node, Clock.systemUTC(), lost::add, true, new CatalogHolder(process, place)));
    }

    private static void submit(Catalog catalog) {
        Durable.await(catalog.submissions().submit(Samples.request("ann", 3), List.of(Samples.item("a")), null));
    }

    /** As a restart of the database or a cut does: the lock goes with its connection, and its process lives on. */
    private void breakConnectionOfTheLock() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                    + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
        }
    }

    @Test
    void aSecondProcessIsRefusedAndToldWhoHoldsTheCatalogSinceWhen() {
        try (Catalog first = open(NODE, "process 7 on host h, home /x", "one")) {
            for (NodeId node : List.of(NODE, OTHER)) {
                assertThatThrownBy(() -> open(node, "process 8", "two"))
                        .isInstanceOfSatisfying(
                                MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_RUNNING))
                        .hasMessageContaining("process 7 on host h, home /x, since 20");
            }
            submit(first);
        }
    }

    @Test
    void aCatalogThatWasGivenBackIsOpenedByAnotherProcess() {
        open(NODE, "process 7", "one").close();
        try (Catalog next = open(NODE, "process 8", "two")) {
            submit(next);
        }
    }

    @Test
    void anotherNodeIsRefusedAlsoWhenNobodyHoldsTheCatalog() {
        open(NODE, "process 7", "one").close();
        assertRefused(ErrorCode.HOME_INCOMPLETE, () -> open(OTHER, "process 8", "two"));
    }

    @Test
    void aProcessThatLosesItsLockIsToldToEnd() throws Exception {
        try (Catalog first = open(NODE, "process 7", "one")) {
            submit(first);
            breakConnectionOfTheLock();
            assertThat(lost.poll(30, TimeUnit.SECONDS)).isNotNull().hasMessageContaining("another process may take");
        }
    }

    @Test
    void aProcessThatWasOvertakenCommitsNothingMore() throws SQLException {
        try (Catalog stopped = open(NODE, "process 7", "one")) {
            submit(stopped);
            breakConnectionOfTheLock();
            try (Catalog next = open(NODE, "process 8", "one")) {
                assertRefused(ErrorCode.CATALOG_UNAVAILABLE, () -> submit(stopped));
                submit(next);
                assertThat(next.jobs().inOrder(Set.of(JobState.values()), 10)).hasSize(2);
            }
        }
    }

    @Test
    void anEmptyDatabaseIsNotBegunForAHomeThatWasUsed() throws SQLException {
        CatalogSettings later =
                new CatalogSettings(NODE, Clock.systemUTC(), lost::add, false, new CatalogHolder("process 7", "one"));
        assertRefused(ErrorCode.HOME_INCOMPLETE, () -> Catalog.open(location, later));
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            assertThat(statement
                            .executeQuery("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'")
                            .next())
                    .as("whether a table was made")
                    .isFalse();
        }
    }
}
