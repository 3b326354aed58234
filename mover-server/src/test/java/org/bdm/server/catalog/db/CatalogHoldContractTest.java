package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
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
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitChange;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several processes, and commands, on one PostgreSQL catalog. */
@Timeout(120)
class CatalogHoldContractTest {
    private static final NodeId SITE = new NodeId("a".repeat(64));
    private static final NodeId SECOND = new NodeId("b".repeat(64));
    private static final NodeId OTHER_SITE = new NodeId("c".repeat(64));

    private final CatalogLocation location = TestDatabase.POSTGRESQL.empty();
    private final BlockingQueue<MoverException> lost = new LinkedBlockingQueue<>();

    private Catalog open(NodeId node, NodeId site, String process) {
        return open(node, site, process, true);
    }

    private Catalog open(NodeId node, NodeId site, String process, boolean mayBegin) {
        ServingNode serving = new ServingNode(node, site, process);
        return Catalog.open(
                location,
                new CatalogSettings(
                        serving,
                        mayBegin,
                        Clock.systemUTC(),
                        LeaseClock.ofDatabase(),
                        Duration.ofSeconds(20),
                        lost::add));
    }

    private static void submit(Catalog catalog) {
        Durable.await(catalog.submissions().submit(Samples.request("ann", 3), List.of(Samples.item("a")), null));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) {
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As a restart of the database or a cut does: the lock goes with its connection, and its process lives on. */
    private void breakConnectionsOfLocks() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    private static void assertRefused(ErrorCode code, Runnable step, String text) {
        assertThatThrownBy(step::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void nodesOfOneSiteShareTheCatalog() {
        try (Catalog first = open(SITE, SITE, "one");
                Catalog second = open(SECOND, SITE, "two")) {
            submit(first);
            submit(second);
            assertThat(first.jobs().inOrder(Set.of(JobState.values()), 10)).hasSize(2);
            assertThat(second.nodes().all()).hasSize(2);
        }
    }

    @Test
    void nodesThatStartTogetherBeginOneCatalog() throws Exception {
        BlockingQueue<Object> opened = new LinkedBlockingQueue<>();
        for (NodeId node : List.of(SITE, SECOND)) {
            Thread thread = new Thread(() -> {
                try {
                    opened.add(open(node, SITE, "process"));
                } catch (RuntimeException e) {
                    opened.add(e);
                }
            });
            thread.start();
        }
        for (int i = 0; i < 2; i++) {
            Object result = opened.poll(60, TimeUnit.SECONDS);
            assertThat(result).isInstanceOf(Catalog.class);
            try (Catalog catalog = (Catalog) result) {
                submit(catalog);
            }
        }
        assertThat(number("SELECT COUNT(*) FROM own_site")).isEqualTo(1);
    }

    @Test
    void aNodeOfAnotherSiteIsRefused() {
        open(SITE, SITE, "one").close();
        assertRefused(ErrorCode.HOME_INCOMPLETE, () -> open(OTHER_SITE, OTHER_SITE, "two"), "another node");
        open(SECOND, SITE, "two").close();
        assertRefused(ErrorCode.HOME_INCOMPLETE, () -> open(SECOND, SECOND, "two"), "another node");
    }

    @Test
    void aCommandThatNeedsTheCatalogForItselfIsRefusedAndToldWhoServesIt() {
        try (Catalog first = open(SITE, SITE, "process 7 on host h, home /x")) {
            submit(first);
            assertRefused(
                    ErrorCode.ALREADY_RUNNING,
                    () -> CatalogCheck.check(location),
                    "in use by process 7 on host h, home /x");
        }
        assertThat(CatalogCheck.check(location).problems()).isEmpty();
    }

    @Test
    void aProcessThatLosesItsLockTakesItAgain() throws Exception {
        try (Catalog first = open(SITE, SITE, "one")) {
            submit(first);
            breakConnectionsOfLocks();
            String locks = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                    + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
            await().atMost(Duration.ofSeconds(20)).until(() -> number(locks) == 1);
            submit(first);
            assertThat(lost).isEmpty();
        }
    }

    @Test
    void aProcessThatLostTheCatalogToACommandCommitsNothingMore() throws Exception {
        try (Catalog cut = open(SITE, SITE, "one")) {
            submit(cut);
            breakConnectionsOfLocks();
            CatalogCheck.check(location);
            assertRefused(ErrorCode.CATALOG_UNAVAILABLE, () -> submit(cut), "this process must end");
            assertThat(lost.poll(20, TimeUnit.SECONDS)).isNotNull();
        }
        try (Catalog next = open(SITE, SITE, "two")) {
            assertThat(next.jobs().inOrder(Set.of(JobState.values()), 10)).hasSize(1);
        }
    }

    @Test
    void aProcessWhoseNodeWasStartedAgainCommitsNothingMore() {
        try (Catalog stopped = open(SITE, SITE, "one")) {
            submit(stopped);
            try (Catalog next = open(SITE, SITE, "two")) {
                assertRefused(ErrorCode.CATALOG_UNAVAILABLE, () -> submit(stopped), "has been started again");
                assertRefused(
                        ErrorCode.CATALOG_UNAVAILABLE,
                        () -> stopped.chunks().leaseNext(Duration.ofSeconds(30)),
                        "has been started again");
                submit(next);
                assertThat(next.jobs().inOrder(Set.of(JobState.values()), 10)).hasSize(2);
            }
        }
    }

    @Test
    void aRemovedNodeLosesItsLimitAndNoOtherPlaceDoes() {
        try (Catalog first = open(SITE, SITE, "one");
                Catalog second = open(SECOND, SITE, "two")) {
            long number = second.nodes().own();
            LimitChange change = new LimitChange(5L, null, null, null, null, "ana");
            LimitedPlace other = LimitedPlace.node(first.nodes().own());
            LimitedPlace export = LimitedPlace.export(String.valueOf(number));
            for (LimitedPlace place : List.of(LimitedPlace.node(number), other, export)) {
                first.limits().set(place, change).join();
            }
            first.nodes().remove(number);
            assertThat(first.limits().all()).extracting(Limit::place).containsExactlyInAnyOrder(other, export);
        }
    }

    @Test
    void aRemovedNodeCommitsNothingMoreAndIsRefused() {
        try (Catalog first = open(SITE, SITE, "one");
                Catalog second = open(SECOND, SITE, "two")) {
            submit(second);
            first.nodes().remove(second.nodes().own());
            assertRefused(ErrorCode.CATALOG_UNAVAILABLE, () -> submit(second), "was removed");
            assertThat(second.nodes().beat()).isEqualTo(NodeState.REMOVED);
            assertThat(second.nodes().isOvertaken()).isTrue();
            assertThat(first.nodes().isOvertaken()).isFalse();
            assertRefused(ErrorCode.NODE_REMOVED, () -> open(SECOND, SITE, "two"), "was removed");
            assertRefused(
                    ErrorCode.INVALID_REQUEST,
                    () -> first.nodes().remove(first.nodes().own()),
                    "answers");
            submit(first);
        }
    }

    @Test
    void connectionsThatBreakLoseNothingAndDoNothingTwice() throws Exception {
        try (Catalog catalog = open(SITE, SITE, "one")) {
            for (int i = 0; i < 20; i++) {
                submitUntilTaken(catalog);
                execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND pid <> pg_backend_pid()");
            }
            assertThat(lost).isEmpty();
            await().atMost(Duration.ofSeconds(20)).until(catalog::isAnswering);
            assertThat(number("SELECT COUNT(*) FROM job")).isEqualTo(20);
        }
    }

    /** As a client does that is told to ask again; what was queued waits by itself. */
    private static void submitUntilTaken(Catalog catalog) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            try {
                submit(catalog);
                return true;
            } catch (MoverException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
                return false;
            }
        });
    }

    @Test
    void anEmptyDatabaseIsNotBegunForAHomeThatWasUsed() {
        assertRefused(ErrorCode.HOME_INCOMPLETE, () -> open(SITE, SITE, "one", false), "there is no catalog");
        assertThat(number("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'"))
                .isZero();
    }
}
