package org.bdm.server.catalog.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A list that arrives in parts is stored once, in its order, whatever is repeated or lost on the way. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class PartedListsContractTest {
    private static final Idempotency KEY = new Idempotency("k", sha256("body"));

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

    private JobId begun() {
        return open.catalog.partedLists().begin(request("ann", 3), KEY).join().job();
    }

    private ListPart part(JobId job, int from, int end) {
        ListPart part = open.catalog.partedLists().part(job, from);
        for (int i = from; i < end; i++) part.add(item("f" + i));
        return part;
    }

    private Job found(JobId job) {
        return open.catalog.jobs().find(job).orElseThrow();
    }

    private long rowsOf(String table) {
        return open.database().read(sql -> sql.number("SELECT COUNT(*) FROM " + table));
    }

    private static void assertFails(Runnable step, ErrorCode code, String... words) {
        assertThat(Samples.failure(CompletableFuture.runAsync(step))).satisfies(refusal -> {
            assertThat(refusal.code()).isEqualTo(code);
            assertThat(refusal.detail()).contains(words);
        });
    }

    @Test
    void jobIsSeenAtOnceAndRunsWhenItsListIsComplete() {
        JobId job = begun();
        assertThat(found(job).state()).isEqualTo(JobState.RECEIVING_PARTS);
        assertThat(open.catalog
                        .jobs()
                        .page(JobQuery.newest(Set.of(JobState.QUEUED), null, null, 10))
                        .rows())
                .extracting(Job::id)
                .containsExactly(job);
        assertThat(part(job, 0, 12_000).finish()).isEqualTo(12_000);
        assertThat(found(job).itemCount()).isEqualTo(12_000);
        assertThat(open.catalog.listings().leaseNext(Duration.ofMinutes(1))).isEmpty();
        assertThat(part(job, 12_000, 25_000).complete()).isEqualTo(25_000);
        assertThat(found(job).state()).isEqualTo(JobState.QUEUED);
        assertThat(rowsOf("job_list_part")).isZero();
        assertThat(open.catalog.jobs().items(job, 24_999, 10))
                .containsExactly(new NumberedItem(24_999, item("f24999")));
        assertThat(rowsOf("job_export")).isEqualTo(1);
        assertThat(open.catalog.listings().leaseNext(Duration.ofMinutes(1))).isPresent();
    }

    @Test
    void partsAreStoredOverARestart() {
        JobId job = begun();
        part(job, 0, 10_005).finish();
        open.reopen();
        assertThat(found(job).itemCount()).isEqualTo(10_005);
        assertThat(part(job, 10_005, 10_010).complete()).isEqualTo(10_010);
        open.reopen();
        assertThat(found(job).state()).isEqualTo(JobState.QUEUED);
        assertThat(rowsOf("job_item")).isEqualTo(10_010);
    }

    @Test
    void repeatedPartChangesNothingAndOneThatBrokeOffIsCompleted() {
        JobId job = begun();
        part(job, 0, 5).finish();
        assertThat(part(job, 0, 5).finish()).isEqualTo(5);
        assertThat(part(job, 2, 9).finish()).isEqualTo(9);
        part(job, 9, 10_020); // the first 10,000 are stored, then the connection breaks
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(found(job).itemCount()).isEqualTo(10_009));
        assertThat(part(job, 9, 10_020).complete()).isEqualTo(10_020);
        assertThat(part(job, 9, 10_020).complete()).isEqualTo(10_020);
        assertThat(rowsOf("job_item")).isEqualTo(10_020);
        assertThat(rowsOf("event")).isEqualTo(1);
    }

    @Test
    void repetitionWithTheSameKeyGivesTheSameJob() {
        JobId job = begun();
        assertThat(begun()).isEqualTo(job);
        Idempotency other = new Idempotency("k", sha256("other"));
        assertThat(Samples.failure(open.catalog.partedLists().begin(request("ann", 3), other))
                        .code())
                .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void partThatDoesNotFollowOrSaysSomethingElseIsRefused() {
        JobId job = begun();
        part(job, 0, 5).finish();
        assertFails(() -> part(job, 6, 7), ErrorCode.ILLEGAL_STATE, "5 entries", "from entry 6");
        ListPart other = open.catalog.partedLists().part(job, 4);
        assertFails(() -> other.add(item("other")), ErrorCode.INVALID_REQUEST, "entry 5", "bdm://b/data/other");
        assertFails(() -> part(job, 0, 4).complete(), ErrorCode.ILLEGAL_STATE, "5 entries");
        part(job, 5, 6).complete();
        assertFails(() -> part(job, 6, 7), ErrorCode.ILLEGAL_STATE, "complete");
        assertFails(() -> part(new JobId(99), 0, 0), ErrorCode.UNKNOWN_JOB, "job-99");
    }

    @Test
    void ofTwoRequestsAtOnceOneIsRefusedAndNothingIsStoredTwice() {
        JobId job = begun();
        ListPart first = part(job, 0, 3);
        ListPart second = part(job, 0, 4);
        assertThat(second.finish()).isEqualTo(4);
        assertFails(first::finish, ErrorCode.ILLEGAL_STATE, "at the same time");
        assertThat(rowsOf("job_item")).isEqualTo(4);
        assertThat(found(job).itemCount()).isEqualTo(4);
    }

    @Test
    void duplicateIsFoundAcrossParts() {
        JobId job = begun();
        part(job, 0, 10_500).finish();
        ListPart last = part(job, 10_500, 10_501);
        last.add(item("f7"));
        assertFails(last::complete, ErrorCode.DUPLICATE_DESTINATION, "entries 8 and 10502 ", "bdm://b/data/f7");
        assertThat(found(job).state()).isEqualTo(JobState.RECEIVING_PARTS);
    }

    @Test
    void emptyListIsNoJob() {
        JobId job = begun();
        assertFails(() -> part(job, 0, 0).complete(), ErrorCode.INVALID_REQUEST, "no items");
    }

    @Test
    void cancelledListTakesNoMoreEntries() {
        JobId job = begun();
        ListPart open1 = part(job, 0, 3);
        open.catalog
                .jobs()
                .cancel(job, new JobReason("CANCELLING", "by ann", Instant.EPOCH, null))
                .join();
        assertFails(open1::finish, ErrorCode.ILLEGAL_STATE, "at the same time");
        assertFails(() -> part(job, 0, 3), ErrorCode.ILLEGAL_STATE, "was cancelled");
        assertThat(open.catalog.jobs().cancelling(10)).extracting(Job::id).containsExactly(job);
        assertThat(rowsOf("job_list_part")).isZero();
    }

    @Test
    void abandonedListIsNamedByTheTimeOfItsLastEntries() {
        JobId job = begun();
        part(job, 0, 3).finish();
        PartedLists lists = open.catalog.partedLists();
        Instant begun = found(job).createdAt();
        assertThat(lists.abandoned(begun.minusSeconds(3600), 10)).isEmpty();
        assertThat(lists.abandoned(begun.plusSeconds(3600), 10)).containsExactly(job);
        part(job, 3, 4).complete();
        assertThat(lists.abandoned(begun.plusSeconds(3600), 10)).isEmpty();
    }
}
