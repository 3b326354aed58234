package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.failure;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.node.NodeRegistration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@Timeout(60)
@EnumSource(TestDatabase.class)
class CommitterContractTest {
    /** Meets a row that a migration makes. */
    private static final String KNOWN_KEY = "INSERT INTO shared_version (name, version) VALUES ('limits', 0)";

    @Parameter
    TestDatabase database;

    private final FailingDatabase failing = new FailingDatabase();
    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.with(database.prepared(), failing);
    }

    @AfterEach
    void close() {
        open.close();
    }

    private CompletableFuture<Event> event(String code) {
        return open.catalog.events().add(null, code, "text", "{}");
    }

    @Test
    void firstFailedCommitStopsAllAcknowledgements() {
        event("BEFORE").join();
        failing.failNext("commit");
        assertThat(failure(event("LOST")).code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
        assertStopped();
    }

    @Test
    void firstFailedSyncStopsAllAcknowledgements() {
        assumeThat(database).isEqualTo(TestDatabase.H2);
        event("BEFORE").join();
        failing.failNext("CHECKPOINT SYNC");
        assertThat(failure(event("LOST")).code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
        assertStopped();
    }

    @Test
    void readersAreShownNothingThatIsCommittedAndNotYetForced() {
        assumeThat(database).isEqualTo(TestDatabase.H2);
        CountDownLatch gate = new CountDownLatch(1);
        failing.holdForces(gate);
        CompletableFuture<Event> written = event("SEEN");
        Awaitility.await().until(failing::isForceHeld);
        CompletableFuture<List<Event>> reader =
                CompletableFuture.supplyAsync(() -> open.catalog.events().after(null, 0, 10));
        Awaitility.await().during(Duration.ofMillis(300)).until(() -> !reader.isDone() && !written.isDone());
        gate.countDown();
        assertThat(reader.join()).extracting(Event::code).contains("SEEN");
        written.join();
    }

    @Test
    void claimsAreGrantedOnNothingThatIsCommittedAndNotYetForced() {
        assumeThat(database).isEqualTo(TestDatabase.H2);
        JobId job = Samples.activeJob(open.catalog, 1, 3);
        CountDownLatch gate = new CountDownLatch(1);
        failing.holdForces(gate);
        CompletableFuture<Event> written = event("SEEN");
        Awaitility.await().until(failing::isForceHeld);
        CompletableFuture<Optional<ChunkLease>> claim =
                CompletableFuture.supplyAsync(() -> open.catalog.chunks().leaseOf(job, Duration.ofMinutes(1)));
        Awaitility.await().during(Duration.ofMillis(300)).until(() -> !claim.isDone() && !written.isDone());
        gate.countDown();
        assertThat(claim.join()).isPresent();
        written.join();
    }

    @Test
    void readersAreRefusedWhatWillNeverBeForced() {
        assumeThat(database).isEqualTo(TestDatabase.H2);
        failing.failNext("CHECKPOINT SYNC");
        failure(event("LOST"));
        assertRefused(ErrorCode.CATALOG_UNAVAILABLE, () -> open.catalog.events().after(null, 0, 10));
    }

    /** The disk works again, and still nothing is acknowledged: nobody knows what it lost. What it kept is found out at the next start. */
    private void assertStopped() {
        assertThat(failure(event("LATER")).code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
        Awaitility.await().untilAsserted(() -> assertThat(open.fatal).hasSize(1));
        // PostgreSQL still answers: it shows nothing that is not durable.
        if (database == TestDatabase.H2) {
            assertRefused(
                    ErrorCode.CATALOG_UNAVAILABLE, () -> open.catalog.events().after(null, 0, 10));
        }
        open.reopen();
        assertThat(open.catalog.events().after(null, 0, 10))
                .extracting(Event::code)
                .startsWith("BEFORE")
                .doesNotContain("LATER");
        assertThat(event("AFTER").join().number()).isPositive();
    }

    @Test
    void everyoneWhoWaitsIsToldWhenTheCatalogStops() {
        CountDownLatch gate = new CountDownLatch(1);
        failing.hold(gate);
        List<CompletableFuture<Event>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) futures.add(event("E" + i));
        failing.failNext("commit");
        gate.countDown();
        Awaitility.await().until(() -> futures.stream().allMatch(CompletableFuture::isDone));
        assertThat(futures)
                .allSatisfy(future -> assertThat(failure(future).code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
    }

    @Test
    void fullQueueRefusesUsersAndHoldsWorkersUp() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        failing.hold(gate);
        Committer committer = committer();
        CompletableFuture<Integer> big = committer.submit(Committer.QUEUE_ROWS, work -> 1);
        CompletableFuture<Event> refused = event("ONE_MORE"); // not thrown: who does not wait for it is not hurt
        assertThat(failure(refused).code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        CountDownLatch passed = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            committer.submitWaiting(1, work -> 2).join();
            passed.countDown();
        });
        worker.start();
        Awaitility.await().until(() -> worker.getState() == Thread.State.WAITING);
        assertThat(passed.getCount()).isEqualTo(1);
        gate.countDown();
        assertThat(big.join()).isEqualTo(1);
        worker.join();
        assertThat(passed.getCount()).isZero();
    }

    private Committer committer() {
        return open.committer();
    }

    @Test
    void changeThatFailsTakesNothingElseWithIt() {
        CountDownLatch gate = new CountDownLatch(1);
        failing.hold(gate);
        CompletableFuture<Event> first = event("FIRST");
        CompletableFuture<Object> broken = committer().submit(1, work -> {
            Events.add(work, null, "UNDONE", "text", "{}");
            work.counts(new JobId(1)).listed(FileState.PENDING, 5);
            work.sql().update("INSERT INTO no_such_table VALUES (1)");
            return null;
        });
        CompletableFuture<Object> refused = committer().submit(1, work -> {
            Events.add(work, null, "UNDONE_TOO", "text", "{}");
            throw new MoverException(ErrorCode.ILLEGAL_STATE, "no");
        });
        CompletableFuture<Event> last = event("LAST");
        gate.countDown();
        assertThat(last.join().number()).isEqualTo(first.join().number() + 1);
        assertThat(failure(broken).code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failure(refused).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        assertThat(open.catalog.events().after(null, 0, 10))
                .extracting(Event::code)
                .containsExactly("FIRST", "LAST");
        assertThat(open.catalog.jobs().counts(new JobId(1)).total().files()).isZero();
        assertThat(open.fatal).isEmpty();
    }

    @Test
    void changeThatMeetsAKeyOfAnotherProcessIsAppliedOnceMoreAndOneThatMeetsItAgainIsRefused() {
        AtomicInteger first = new AtomicInteger();
        CompletableFuture<Integer> found = committer().submit(1, work -> {
            if (first.incrementAndGet() == 1) work.sql().update(KNOWN_KEY);
            return first.get();
        });
        AtomicInteger second = new AtomicInteger();
        CompletableFuture<Integer> refused = committer().submit(1, work -> {
            second.incrementAndGet();
            return work.sql().update(KNOWN_KEY);
        });
        assertThat(found.join()).isEqualTo(2);
        assertThat(failure(refused).code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(second).hasValue(2);
        assertThat(event("LAST").join().number()).isPositive();
        assertThat(open.fatal).isEmpty();
    }

    @Test
    void allSavepointsHaveOneName() {
        for (int i = 0; i < 20; i++) event("E" + i).join();
        assertThat(failing.savepoints()).hasSize(1);
    }

    @Test
    void eventThatFitsNoRowIsRefusedAlone() {
        assertThat(failure(open.catalog.events().add(null, "LONG", "text", "x".repeat(100_001)))
                        .code())
                .isEqualTo(ErrorCode.INTERNAL);
        assertThat(event("C".repeat(64)).join().number()).isPositive();
        assertThat(open.fatal).isEmpty();
    }

    /** Two committers stand for two processes. */
    private Committer another() throws SQLException {
        CatalogSettings settings = open.settings(new NodeId("b".repeat(64)));
        return new Committer(open.database(), NodeRegistration.enter(open.database(), settings), settings);
    }

    @Test
    void eventIsNotShownBeforeOneWithALowerNumber() throws SQLException {
        CountDownLatch gate = new CountDownLatch(1);
        try (Committer other = another()) {
            other.start();
            failing.holdOne(gate);
            CompletableFuture<Event> first = event("FIRST");
            Awaitility.await().until(failing::isOneHeld);
            CompletableFuture<NewEvent> second =
                    other.submit(1, work -> Events.add(work, null, "SECOND", "text", "{}"));
            Awaitility.await().during(Duration.ofMillis(300)).until(() -> !first.isDone() && !second.isDone());
            // A reader of H2 would wait for the force of that commit.
            if (database == TestDatabase.POSTGRESQL) {
                assertThat(open.catalog.events().after(null, 0, 10)).isEmpty();
            }
            gate.countDown();
            assertThat(second.join().number()).isEqualTo(first.join().number() + 1);
            assertThat(open.catalog.events().after(null, 0, 10))
                    .extracting(Event::code)
                    .containsExactly("FIRST", "SECOND");
        } finally {
            gate.countDown();
        }
    }

    @Test
    void readerThatAsksForWhatFollowsANumberMissesNoEventOfManyWriters() throws SQLException {
        int each = 400;
        try (Committer other = another()) {
            other.start();
            List<CompletableFuture<?>> writing = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                writing.add(open.catalog.events().add(null, "ONE", "text", "{}"));
                writing.add(other.submit(1, work -> Events.add(work, null, "OTHER", "text", "{}")));
            }
            CompletableFuture<Void> all = CompletableFuture.allOf(writing.toArray(CompletableFuture[]::new));
            List<Long> seen = new ArrayList<>();
            long last = 0;
            for (boolean isOver = false; !isOver; ) {
                isOver = all.isDone(); // looked at before: what is written after is read in the next round
                List<Event> events = open.catalog.events().after(null, last, 1000);
                for (Event event : events) seen.add(last = event.number());
            }
            all.join();
            assertThat(seen).hasSize(2 * each).doesNotHaveDuplicates();
        }
    }

    @Test
    void anErrorOfAListenerStopsNothing() {
        open.catalog.jobs().listen(jobs -> {
            throw new StackOverflowError("of a test");
        });
        open.catalog.events().add(new JobId(1), "HEARD", "text", "{}").join();
        assertThat(event("AFTER").join().code()).isEqualTo("AFTER");
        assertThat(open.fatal).isEmpty();
    }

    @Test
    void closingWritesWhatIsQueuedAndRefusesTheRest() {
        List<CompletableFuture<Event>> queued = new ArrayList<>();
        for (int i = 0; i < 500; i++) queued.add(event("E" + i));
        open.catalog.close();
        assertThat(queued).allMatch(future -> future.isDone() && !future.isCompletedExceptionally());
        assertRefused(ErrorCode.STOPPING, () -> event("LATE").join());
        open.catalog = Catalog.open(open.location, open.settings(OpenCatalog.NODE));
        assertThat(open.catalog.events().newest()).isEqualTo(500);
    }
}
