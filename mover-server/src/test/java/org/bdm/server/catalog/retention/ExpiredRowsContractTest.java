package org.bdm.server.catalog.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodeHistory.Rate;
import org.bdm.core.source.http.node.NodeHistory.Trouble;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.NodeHistories;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.Copies;
import org.bdm.server.catalog.file.CopyTrial;
import org.bdm.server.catalog.file.CopyValidators;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.MissingCopies;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ExpiredRowsContractTest {
    private static final String URL = "https://one.example/a.nc";

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

    private CompletableFuture<?> learn(FileId file, String url) {
        Copies copies = open.catalog.copies();
        var unused = copies.remember(file, url, new CopyValidators(17, "\"x\"", null));
        return copies.found(new CopyTrial(file, url, sha256("other")));
    }

    private boolean isKnown(FileId file) {
        boolean hasValidators = open.catalog.copies().validators(file, URL).isPresent();
        boolean hasTrial = !open.catalog.copies().trials(file, file).isEmpty();
        assertThat(hasValidators).isEqualTo(hasTrial);
        return hasTrial;
    }

    @Test
    void whatWasLearntOfCopiesGoesWithTheOutcomeOfAFileThatIsThere() {
        JobId job = activeJob(open.catalog, 6, 3);
        ChunkLease lease =
                open.catalog.chunks().leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
        List<FileRow> files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10);
        for (FileRow file : files.subList(0, 5)) learn(file.id(), URL).join();
        learn(files.get(0).id(), "https://two.example/a.nc").join();
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(
                                OutcomeRecord.done(files.get(0), evidence("x"), FileEffort.NONE),
                                OutcomeRecord.failed(
                                        files.get(1),
                                        new FileTrouble(ErrorCode.CHECKSUM_MISMATCH, "no", null),
                                        FileEffort.NONE),
                                OutcomeRecord.waiting(
                                        files.get(3),
                                        new FileTrouble(ErrorCode.TIMED_OUT, "late", open.clock.instant()),
                                        FileEffort.NONE),
                                OutcomeRecord.done(files.get(4), evidence("y"), FileEffort.NONE)))
                .join();
        assertThat(files.subList(0, 5).stream().map(file -> isKnown(file.id())))
                .containsExactly(false, true, true, true, false);
    }

    @Test
    void copiesOfJobsThatEndedLongAgoOrAreGoneAreForgottenInSteps() {
        JobId active = activeJob(open.catalog, 1, 3);
        JobId ended = activeJob(open.catalog, 1, 3);
        open.catalog.jobs().change(ended, JobState.FAILED, null).join();
        Instant end = open.clock.instant();
        JobId gone = new JobId(ended.number() + 10);
        learn(FileNumber.of(active, 0), URL).join();
        learn(FileNumber.of(gone, 0), URL).join();
        List<CompletableFuture<?>> learnt = new ArrayList<>();
        for (int i = 0; i < 700; i++) learnt.add(learn(FileNumber.of(ended, i), URL));
        learnt.forEach(CompletableFuture::join);

        ExpiredRows expired = open.catalog.expiredRows();
        assertThat(expired.isOver(active, end.plusSeconds(1))).isFalse();
        assertThat(expired.isOver(ended, end)).isFalse();
        assertThat(expired.isOver(ended, end.plusSeconds(1))).isTrue();
        assertThat(expired.isOver(gone, Instant.EPOCH)).isTrue();
        assertThat(expired.jobWithCopies(new JobId(1))).contains(active);
        assertThat(expired.jobWithCopies(new JobId(active.number() + 1))).contains(ended);

        assertThat(expired.forgetCopies(ended).join()).isEqualTo(1_000);
        assertThat(expired.forgetCopies(ended).join()).isEqualTo(400);
        assertThat(expired.forgetCopies(ended).join()).isZero();
        assertThat(expired.jobWithCopies(new JobId(active.number() + 1))).contains(gone);
        assertThat(isKnown(FileNumber.of(active, 0))).isTrue();
        assertThat(expired.jobWithCopies(new JobId(gone.number() + 1))).isEmpty();
    }

    @Test
    void copiesThatWereNotMissingSinceAreForgotten() {
        MissingCopies missing = open.catalog.missingCopies();
        missing.missing(URL).join();
        Instant first = open.clock.instant();
        open.clock.turn(Duration.ofDays(1));
        missing.missing(URL + "4").join();
        assertThat(open.catalog.expiredRows().forgetMissing(first).join()).isZero();
        assertThat(open.catalog.expiredRows().forgetMissing(first.plusMillis(1)).join())
                .isEqualTo(1);
        assertThat(missing.of(List.of(URL, URL + "4"))).containsOnlyKeys(URL + "4");
    }

    @Test
    void nodesOfWhichNothingWasLearntSinceAreForgotten() {
        Instant now = open.clock.instant();
        Optional<Rate> old = Optional.of(new Rate(7, now.minusSeconds(10)));
        Optional<Trouble> late = Optional.of(new Trouble("no", now));
        NodeHistories histories = open.catalog.nodeHistories();
        histories
                .keep(List.of(
                        new NodeHistory("a.example", old, Optional.empty()),
                        new NodeHistory("b.example", old, late),
                        new NodeHistory("c.example", Optional.empty(), late)))
                .join();
        assertThat(open.catalog.expiredRows().forgetNodes(now).join()).isEqualTo(1);
        assertThat(histories.all()).extracting(NodeHistory::node).containsExactly("b.example", "c.example");
    }
}
