package org.bdm.server.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.directory;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.listed;
import static org.bdm.server.catalog.Samples.request;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedBatch;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.Acknowledgement;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.upkeep.BackupSettings;
import org.bdm.server.upkeep.Backups;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What needs a person is listed until it is settled or acknowledged, and an acknowledgement holds as long as its cause stays the same. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class AttentionContractTest {
    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private Backups backups;
    private Attention attention;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        backups = new Backups(
                open.catalog,
                new BackupSettings(Path.of("target", "no-backups"), null, null, 7, Long.MAX_VALUE),
                new AuditTrail(open.catalog, open.clock),
                open.clock);
        attention = attention(open.catalog, Attention.KEPT_FOR);
    }

    @AfterEach
    void close() {
        backups.close();
        open.close();
    }

    private Attention attention(Catalog catalog, Duration keptFor) {
        return new Attention(catalog, backups, new AuditTrail(catalog, open.clock), keptFor, open.clock);
    }

    private JobId ended(JobState last, @Nullable JobId retryOf, FileState... files) {
        JobRequest like = request("ann", 3);
        JobId job = open.catalog
                .submissions()
                .submit(
                        new JobRequest(like.kind(), "ann", "", 3, 0, like.kept(), "bdm://a/x", "bdm://b/x", retryOf),
                        List.of(item("x")),
                        null)
                .join()
                .job();
        List<FoundFile> found = new ArrayList<>();
        for (int i = 0; i < files.length; i++) found.add(listed(0, "f" + i, 1, files[i]));
        open.catalog
                .listings()
                .append(new ListedBatch(
                        job,
                        open.catalog.listings().position(job),
                        1,
                        List.of(directory(0, "", ListProgress.FINISHED)),
                        Map.of(),
                        found))
                .join();
        open.catalog.listings().complete(job).join();
        open.catalog.jobs().change(job, JobState.PLANNING, null).join();
        open.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        open.catalog.jobs().end(job, last, null, "{}").join();
        return job;
    }

    private JobId failed() {
        return ended(JobState.FAILED, null, FileState.FAILED, FileState.FAILED);
    }

    private void pause(JobId job, String code) {
        open.catalog
                .jobs()
                .change(job, JobState.PAUSED, new JobReason(code, "said " + code, open.clock.instant(), null))
                .join();
    }

    private List<String> ids(boolean withAcknowledged) {
        return attention.list(null, withAcknowledged).stream()
                .map(listed -> listed.item().id())
                .toList();
    }

    private ListedItem acknowledge(String id, @Nullable Instant until) {
        return attention.acknowledge(attention.find(id).item(), "ann", until, "known");
    }

    private List<String> endedAcknowledgements() {
        attention.removeEnded();
        open.catalog
                .audit()
                .add(new AuditEntry(0, open.clock.instant(), "test", "x", "", "", "", "")) // behind the others
                .join();
        return open.catalog.audit().after(0, 100).stream()
                .filter(line -> line.action().equals("ACKNOWLEDGEMENT_ENDED"))
                .map(line -> line.object() + " " + line.result())
                .toList();
    }

    @Test
    void failedJobIsListedWithItsErrorsAndWhatSettlesIt() {
        JobId partial = ended(JobState.PARTIAL, null, FileState.SKIPPED_SAME, FileState.FAILED);
        JobId failed = failed();
        assertThat(ids(false)).containsExactly("failed-" + failed, "failed-" + partial);
        AttentionItem item = attention.find("failed-" + failed).item();
        assertThat(item.cause().code()).isEqualTo("DESTINATION_EXISTS");
        assertThat(item.cause().text()).isEqualTo(failed + ": 2 files failed: destination exists.");
        assertThat(item.cause().since()).isEqualTo(open.clock.instant());
        assertThat(item.files()).isEqualTo(2);
        assertThat(item.owner()).isEqualTo("ann");
        assertThat(item.remedy().after(List.of()))
                .as("a second attempt would fail as the first")
                .isEqualTo(new Remedy("bdm-client delete " + failed, "DELETE", "/api/v1/jobs/" + failed, null));
        assertThat(attention.find("failed-" + partial).item().remedy().command())
                .isEqualTo("bdm-client attention ack failed-" + partial);
        assertThat(attention.list("bob", true)).isEmpty();
        assertThat(attention.list("ann", true)).hasSize(2);
    }

    @Test
    void jobThatIsRetriedOrWhoseRowsAreRemovedNeedsNobody() {
        JobId first = failed();
        JobId second = failed();
        open.clock.turn(Duration.ofHours(1));
        JobId retry = ended(JobState.FAILED, first, FileState.FAILED);
        assertThat(ids(false)).containsExactly("failed-" + retry, "failed-" + second);
        AttentionItem item = attention.find("failed-" + retry).item();
        assertThat(item.cause().times()).isEqualTo(2);
        assertThat(item.cause().since()).isEqualTo(item.cause().lastAt().minus(Duration.ofHours(1)));
        open.catalog.fileRemovals().begin(second, true).join();
        assertThat(ids(true)).containsExactly("failed-" + retry);
        ended(JobState.SUCCEEDED, retry, FileState.SKIPPED_SAME);
        assertThat(ids(true)).isEmpty();
        assertRefused(ErrorCode.NOT_FOUND, () -> attention.find("failed-" + retry));
    }

    @Test
    void pausedJobIsListedUntilItGoesOn() {
        JobId job = activeJob(open.catalog, 3, 3);
        pause(job, "NO_SPACE");
        AttentionItem item = attention.find("paused-" + job).item();
        assertThat(item.files()).isEqualTo(3);
        assertThat(item.cause().advice()).isEqualTo(ErrorCode.NO_SPACE.advice());
        assertThat(item.remedy().after(List.of()))
                .isEqualTo(new Remedy("bdm-client resume " + job, "POST", "/api/v1/jobs/" + job + "/resume", null));
        open.catalog.jobs().resume(job).join();
        assertThat(ids(true)).isEmpty();
        pause(job, "WINDOW_CLOSED");
        assertThat(ids(true)).as("it goes on by itself").isEmpty();
    }

    @Test
    void acknowledgedItemIsListedOnlyOnRequestAndCanBeReopened() {
        String id = "failed-" + failed();
        JobId other = failed();
        Acknowledgement made = acknowledge(id, null).acknowledgement();
        assertThat(made)
                .isEqualTo(new Acknowledgement(
                        id,
                        "DESTINATION_EXISTS",
                        open.clock.instant(),
                        "ann",
                        open.clock.instant(),
                        open.clock.instant().plus(Attention.KEPT_FOR),
                        "known"));
        open.reopen();
        attention = attention(open.catalog, Attention.KEPT_FOR);
        assertThat(ids(false)).containsExactly("failed-" + other);
        assertThat(ids(true)).containsExactly("failed-" + other, id);
        assertThat(attention.find(id).acknowledgement()).isEqualTo(made);
        assertThat(attention.reopen(attention.find(id).item()).isOpen()).isTrue();
        assertThat(ids(false)).containsExactlyInAnyOrder("failed-" + other, id);
    }

    @Test
    void itemComesBackWithAnotherCauseAndWhenItHappensAgain() {
        JobId job = activeJob(open.catalog, 3, 3);
        String id = "paused-" + job;
        pause(job, "NO_SPACE");
        acknowledge(id, null);
        assertThat(ids(false)).isEmpty();
        open.catalog.jobs().resume(job).join();
        pause(job, "CREDENTIALS");
        assertThat(ids(false)).as("the same moment, another code").containsExactly(id);
        assertThat(endedAcknowledgements()).containsExactly(id + " CHANGED");
        acknowledge(id, null);
        assertThat(ids(false)).isEmpty();
        open.catalog.jobs().resume(job).join();
        open.clock.turn(Duration.ofSeconds(1));
        pause(job, "CREDENTIALS");
        assertThat(ids(false)).as("a second after the first").containsExactly(id);
    }

    @Test
    void acknowledgementEndsWithItsTimeWithItsItemAndAfterTheLongestTime() {
        String untilNoon = "failed-" + failed();
        String forGood = "failed-" + failed();
        JobId deleted = failed();
        acknowledge(untilNoon, open.clock.instant().plusSeconds(3_600));
        acknowledge(forGood, open.clock.instant().plus(Duration.ofDays(1_000)));
        acknowledge("failed-" + deleted, null);
        open.clock.turn(Duration.ofSeconds(3_599));
        assertThat(ids(false)).isEmpty();
        assertThat(endedAcknowledgements()).isEmpty();
        open.clock.turn(Duration.ofSeconds(1));
        assertThat(ids(false)).containsExactly(untilNoon);
        open.catalog.fileRemovals().begin(deleted, true).join();
        assertThat(endedAcknowledgements())
                .containsExactlyInAnyOrder(untilNoon + " EXPIRED", "failed-" + deleted + " GONE");
        assertThat(open.catalog.acknowledgements().all())
                .extracting(Acknowledgement::item)
                .containsExactly(forGood);
        open.clock.turn(Attention.KEPT_FOR);
        assertThat(ids(false)).contains(forGood);
        assertThat(attention(open.catalog, Duration.ZERO)
                        .acknowledge(attention.find(forGood).item(), "ann", null, "")
                        .acknowledgement()
                        .endsAt())
                .isNull();
    }

    @Test
    void whatIsNotThereCannotBeAcknowledgedAndNothingEndsInThePast() {
        for (String id : List.of("failed-job-7", "paused-job-x", "failed-7", "failed", "backup", "backup-x", "x", "")) {
            assertRefused(ErrorCode.NOT_FOUND, () -> attention.find(id));
        }
        String id = "failed-" + failed();
        assertRefused(ErrorCode.INVALID_REQUEST, () -> acknowledge(id, open.clock.instant()));
        assertThat(ids(false)).containsExactly(id);
    }

    @Test
    void backupThatFailedIsListedUntilOneIsGoodAndComesBackWithTheNextFailure() {
        Assumptions.assumeTrue(database == TestDatabase.H2);
        backups.close();
        backups = new Backups(
                open.catalog,
                new BackupSettings(Path.of("/proc/no-such"), Duration.ofHours(1), null, 7, Long.MAX_VALUE),
                new AuditTrail(open.catalog, open.clock),
                open.clock);
        attention = attention(open.catalog, Attention.KEPT_FOR);
        backups.pass();
        assertThat(ids(false)).containsExactly("backup");
        assertThat(attention.find("backup").item().remedy().command()).isEqualTo("bdm-client backup");
        acknowledge("backup", null);
        assertThat(ids(false)).isEmpty();
        open.clock.turn(Duration.ofHours(2));
        backups.pass();
        assertThat(ids(false)).containsExactly("backup");
    }

    private Catalog secondNode() {
        ServingNode serving = new ServingNode(new NodeId("b".repeat(64)), OpenCatalog.NODE, "another process");
        return Catalog.open(
                open.location,
                new CatalogSettings(
                        serving, true, open.clock, LeaseClock.ofDatabase(), Duration.ofSeconds(20), open.fatal::add));
    }

    @Test
    void nodesOfOneSiteShareAcknowledgements() {
        Assumptions.assumeTrue(database == TestDatabase.POSTGRESQL);
        String id = "failed-" + failed();
        try (Catalog second = secondNode()) {
            Attention there = attention(second, Attention.KEPT_FOR);
            acknowledge(id, null);
            assertThat(there.list(null, false)).isEmpty();
            there.reopen(there.find(id).item());
            assertThat(ids(false)).containsExactly(id);
            there.acknowledge(there.find(id).item(), "bob", null, "");
            assertThat(attention.find(id).acknowledgement())
                    .extracting(Acknowledgement::by)
                    .isEqualTo("bob");
        }
    }
}
