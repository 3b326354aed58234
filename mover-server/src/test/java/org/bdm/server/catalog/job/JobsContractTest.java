package org.bdm.server.catalog.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.settings.KeptSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class JobsContractTest {
    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void submittedJobIsThereWithItsItemsAfterReopening() {
        SubmittedItem withDigests =
                new SubmittedItem("https://node/x.nc", "bdm://b/data/%ff", false, 17, List.of(sha256("x")));
        JobId job = open.catalog
                .submissions()
                .submit(request("ann", 3), List.of(item("a"), withDigests), null)
                .join()
                .job();
        open.reopen();
        Job found = open.catalog.jobs().find(job).orElseThrow();
        assertThat(found.state()).isEqualTo(JobState.QUEUED);
        assertThat(found.request()).isEqualTo(request("ann", 3));
        assertThat(found.createdAt()).isEqualTo(open.clock.instant());
        assertThat(found.itemCount()).isEqualTo(2);
        assertThat(open.catalog.jobs().items(job, 0, 10))
                .containsExactly(new NumberedItem(0, item("a")), new NumberedItem(1, withDigests));
        assertThat(open.catalog.jobs().items(job, 1, 10)).hasSize(1);
    }

    @Test
    void aJobWhoseOptionsCannotBeReadHidesNoOtherAndCanBeCancelled() {
        JobRequest plain = request("ann", 3);
        JobRequest odd = new JobRequest(
                plain.kind(), "bob", "", 3, 0, KeptSettings.ofJson("{\"order\":\"NEWEST\"}"), null, null, null);
        JobId unread = open.catalog
                .submissions()
                .submit(odd, List.of(item("b")), null)
                .join()
                .job();
        JobId other = open.catalog
                .submissions()
                .submit(plain, List.of(item("a")), null)
                .join()
                .job();
        assertThat(open.catalog.jobs().inTurn(JobState.QUEUED, 10))
                .extracting(Job::id)
                .containsExactlyInAnyOrder(unread, other);
        JobRequest found = open.catalog.jobs().find(unread).orElseThrow().request();
        assertRefused(ErrorCode.INTERNAL, found::settings);
        open.catalog
                .jobs()
                .cancel(unread, new JobReason("CANCELLED", "by bob", open.clock.instant(), null))
                .join();
    }

    @Test
    void twentyParallelSubmitsWithOneKeyMakeOneJob() {
        List<CompletableFuture<Submission>> submits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            submits.add(CompletableFuture.supplyAsync(() -> open.catalog
                    .submissions()
                    .submit(request("ann", 3), List.of(item("a")), new Idempotency("k", sha256("body")))
                    .join()));
        }
        Set<JobId> jobs = new java.util.HashSet<>();
        submits.forEach(submit -> jobs.add(submit.join().job()));
        assertThat(jobs).hasSize(1);
        assertThat(submits).filteredOn(submit -> !submit.join().isRepeated()).hasSize(1);
        assertThat(open.catalog
                        .jobs()
                        .page(JobQuery.newest(Set.of(), null, null, 100))
                        .rows())
                .hasSize(1);
    }

    @Test
    void keyWithAnotherBodyIsRefusedButBelongsToItsOwnerOnly() {
        Idempotency first = new Idempotency("k", sha256("body"));
        Idempotency second = new Idempotency("k", sha256("another"));
        open.catalog
                .submissions()
                .submit(request("ann", 3), List.of(item("a")), first)
                .join();
        assertRefused(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                () -> open.catalog
                        .submissions()
                        .submit(request("ann", 3), List.of(item("a")), second)
                        .join());
        assertThat(open.catalog
                        .submissions()
                        .submit(request("bob", 3), List.of(item("a")), second)
                        .join()
                        .isRepeated())
                .isFalse();
    }

    @Test
    void twoItemsWithOneDestinationAreRefusedAndNamed() {
        assertThat(Samples.failure(CompletableFuture.supplyAsync(() -> open.catalog
                        .submissions()
                        .submit(request("ann", 3), List.of(item("a"), item("b"), item("a")), null)
                        .join())))
                .satisfies(refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.DUPLICATE_DESTINATION);
                    assertThat(refusal.detail()).contains("1 and 3", "bdm://b/data/a");
                });
    }

    @Test
    void receivedJobIsInvisibleUntilItIsWhole() {
        JobId job;
        try (Reception reception = open.catalog.submissions().receive(request("ann", 3))) {
            for (int i = 0; i < 25_000; i++) reception.add(item("f" + i));
            assertThat(open.catalog
                            .jobs()
                            .page(JobQuery.newest(Set.of(), null, null, 10))
                            .rows())
                    .isEmpty();
            assertThat(open.catalog.listings().leaseNext(Duration.ofMinutes(1))).isEmpty();
            job = reception.finish(new Idempotency("k", sha256("body"))).job();
        }
        assertThat(open.catalog.jobs().find(job).orElseThrow().itemCount()).isEqualTo(25_000);
        assertThat(open.catalog.jobs().items(job, 24_999, 10))
                .containsExactly(new NumberedItem(24_999, item("f24999")));
        assertThat(open.catalog.listings().leaseNext(Duration.ofMinutes(1))).isPresent();
    }

    @Test
    void duplicateInAStreamIsFoundAcrossTransactionsAndNothingIsLeft() {
        Reception reception = open.catalog.submissions().receive(request("ann", 3));
        for (int i = 0; i < 12_000; i++) reception.add(item("f" + i));
        reception.add(item("f3"));
        assertThat(Samples.failure(CompletableFuture.supplyAsync(() -> reception.finish(null))))
                .satisfies(refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.DUPLICATE_DESTINATION);
                    assertThat(refusal.detail()).contains("entries 4 and 12001 ", "bdm://b/data/f3");
                });
        reception.close();
        assertThat(rowsOf("job_item")).isZero();
        assertThat(rowsOf("job")).isZero();
    }

    @Test
    void ownerSeesTheIdAndTheProgressOfWhatIsBeingReceived() {
        Reception reception = open.catalog.submissions().receive(request("ann", 3));
        AtomicReference<JobId> seen = new AtomicReference<>();
        for (int i = 0; i < 25_000; i++) reception.add(item("f" + i));
        assertThat(reception.received()).isEqualTo(25_000);
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(open.catalog.jobs().receiving("ann", 10))
                        .singleElement()
                        .satisfies(job -> {
                            seen.set(job.id());
                            assertThat(job.itemCount()).isEqualTo(20_000);
                        }));
        assertThat(open.catalog.jobs().receiving("bob", 10)).isEmpty();
        assertThat(reception.finish(null).job()).isEqualTo(seen.get());
        assertThat(open.catalog.jobs().receiving("ann", 10)).isEmpty();
    }

    @Test
    void repeatedStreamGivesTheFirstJobAndLeavesNothing() {
        Idempotency key = new Idempotency("k", sha256("body"));
        JobId first = received(key);
        assertThat(received(key)).isEqualTo(first);
        assertThat(rowsOf("job")).isEqualTo(1);
        assertThat(rowsOf("job_item")).isEqualTo(1);
    }

    private JobId received(Idempotency key) {
        try (Reception reception = open.catalog.submissions().receive(request("ann", 3))) {
            reception.add(item("a"));
            return reception.finish(key).job();
        }
    }

    @Test
    void receptionThatWasCutOffIsSweptAtTheNextStart() {
        Reception reception = open.catalog.submissions().receive(request("ann", 3));
        for (int i = 0; i < 20_001; i++) reception.add(item("f" + i));
        open.reopen();
        org.awaitility.Awaitility.await().untilAsserted(() -> {
            assertThat(rowsOf("job")).isZero();
            assertThat(rowsOf("job_item")).isZero();
            assertThat(rowsOf("job_request")).isZero();
        });
    }

    private long rowsOf(String table) {
        return open.database().read(sql -> sql.number("SELECT COUNT(*) FROM " + table));
    }

    @Test
    void stateChangesOnlyAlongTheTable() {
        for (JobState from : JobState.values()) {
            for (JobState to : EnumSet.complementOf(EnumSet.of(JobState.RECEIVING))) {
                if (!from.isVisible() || from == JobState.PAUSED) continue;
                JobId job = open.catalog
                        .submissions()
                        .submit(request("ann", 3), List.of(item("a")), null)
                        .join()
                        .job();
                open.database()
                        .transact(sql ->
                                sql.update("UPDATE job SET state = ? WHERE job_no = ?", from.code(), job.number()));
                if (from.mayBecome(to)) {
                    assertThat(open.catalog.jobs().change(job, to, null).join().state())
                            .isEqualTo(to);
                } else {
                    assertRefused(
                            ErrorCode.ILLEGAL_STATE,
                            () -> open.catalog.jobs().change(job, to, null).join());
                }
            }
        }
    }

    @Test
    void finalStatesOfJobsNeverChange() {
        for (JobState last : List.of(JobState.SUCCEEDED, JobState.PARTIAL, JobState.FAILED, JobState.CANCELLED)) {
            JobId job = activeJob(open.catalog, 1, 3);
            open.catalog.jobs().end(job, last, null, "{\"a\":1}").join();
            for (JobState next : JobState.values()) {
                assertRefused(
                        ErrorCode.ILLEGAL_STATE,
                        () -> open.catalog.jobs().change(job, next, null).join());
            }
            assertRefused(
                    ErrorCode.ILLEGAL_STATE,
                    () -> open.catalog.jobs().resume(job).join());
            assertRefused(
                    ErrorCode.ILLEGAL_STATE,
                    () -> open.catalog.jobs().steer(job, 1, null, before -> {}).join());
            Job found = open.catalog.jobs().find(job).orElseThrow();
            assertThat(found.state()).isEqualTo(last);
            assertThat(found.endedAt()).isEqualTo(open.clock.instant());
            assertThat(open.catalog.jobs().report(job)).contains("{\"a\":1}");
        }
    }

    @Test
    void pausedJobGoesBackToWhereItWasAndNowhereElse() {
        JobId job = activeJob(open.catalog, 1, 3);
        JobReason reason = new JobReason(
                PauseReason.NO_SPACE.name(),
                "no room",
                open.clock.instant(),
                open.clock.instant().plusSeconds(60));
        Job paused = open.catalog.jobs().change(job, JobState.PAUSED, reason).join();
        assertThat(paused.reason()).isEqualTo(reason);
        assertThat(paused.resumesAs()).isEqualTo(JobState.ACTIVE);
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> open.catalog.jobs().change(job, JobState.PLANNING, null).join());
        Job resumed = open.catalog.jobs().resume(job).join();
        assertThat(resumed.state()).isEqualTo(JobState.ACTIVE);
        assertThat(resumed.reason()).isNull();
        assertThat(open.catalog.events().after(job, 0, 100))
                .extracting(Event::code)
                .containsExactly("QUEUED", "LISTED", "PLANNING", "ACTIVE", "PAUSED", "ACTIVE");
    }

    @Test
    void jobsAreOrderedByPriorityThenAge() {
        JobId low = activeJob(open.catalog, 1, 1);
        JobId first = activeJob(open.catalog, 1, 5);
        JobId second = activeJob(open.catalog, 1, 5);
        assertThat(open.catalog.jobs().inOrder(Set.of(JobState.ACTIVE), 10))
                .extracting(Job::id)
                .containsExactly(first, second, low);
        open.catalog.jobs().steer(low, 5, 1000L, before -> {}).join();
        assertThat(open.catalog.jobs().inOrder(Set.of(JobState.ACTIVE), 10))
                .extracting(Job::id)
                .containsExactly(low, first, second);
        assertThat(open.catalog.jobs().find(low).orElseThrow().request().maxRateBytesPerSecond())
                .isEqualTo(1000);
        assertThat(open.catalog
                        .jobs()
                        .steer(low, 2, null, before -> {})
                        .join()
                        .request()
                        .maxRateBytesPerSecond())
                .isEqualTo(1000);
    }

    @Test
    void pagesOfJobsCoverAllOnceNewestFirst() {
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            jobs.add(
                    0,
                    open.catalog
                            .submissions()
                            .submit(request(i % 2 == 0 ? "ann" : "bob", 3), List.of(item("a")), null)
                            .join()
                            .job());
        }
        List<JobId> seen = new ArrayList<>();
        String cursor = null;
        do {
            RowPage<Job> page = open.catalog.jobs().page(JobQuery.newest(Set.of(JobState.QUEUED), null, cursor, 3));
            page.rows().forEach(job -> seen.add(job.id()));
            cursor = page.nextCursor();
        } while (cursor != null);
        assertThat(seen).isEqualTo(jobs);
        assertThat(open.catalog
                        .jobs()
                        .page(JobQuery.newest(Set.of(), "bob", null, 100))
                        .rows())
                .hasSize(3);
        assertRefused(
                ErrorCode.INVALID_REQUEST, () -> open.catalog.jobs().page(JobQuery.newest(Set.of(), null, "what?", 3)));
    }

    @Test
    void filesOfJobsWithLargeNumbersAreRead() {
        JobId job = activeJob(open.catalog, 2, 3);
        while (job.number() * FileNumber.FILES_MAX <= Integer.MAX_VALUE) job = activeJob(open.catalog, 2, 3);
        assertThat(open.catalog
                        .files()
                        .page(new FileQuery(job, null, null, null, 10))
                        .rows())
                .hasSize(2);
    }

    @Test
    void explainSaysWhyWithoutChangingTheState() {
        JobId job = activeJob(open.catalog, 1, 3);
        JobReason reason = new JobReason("PEER_UNREACHABLE", "a\0b", open.clock.instant(), null);
        assertThat(open.catalog.jobs().explain(job, reason).join().reason().text())
                .isEqualTo("a\uFFFDb");
        assertThat(open.catalog.jobs().explain(job, null).join().reason()).isNull();
        open.catalog.jobs().noteDataSecurity(job, "tls").join();
        assertThat(open.catalog.jobs().find(job).orElseThrow().dataSecurity()).isEqualTo("tls");
    }

    @Test
    void unknownJobIsToldApartFromARefusal() {
        JobId nobody = new JobId(4711);
        assertThat(open.catalog.jobs().find(nobody)).isEmpty();
        assertRefused(
                ErrorCode.UNKNOWN_JOB,
                () -> open.catalog
                        .jobs()
                        .change(nobody, JobState.PLANNING, null)
                        .join());
        assertRefused(
                ErrorCode.UNKNOWN_JOB, () -> open.catalog.files().page(new FileQuery(nobody, null, null, null, 10)));
    }
}
