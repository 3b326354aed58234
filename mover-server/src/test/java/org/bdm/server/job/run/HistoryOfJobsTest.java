package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.history.EndedJob;
import org.bdm.server.catalog.history.SizeClass;
import org.bdm.server.catalog.history.TransferPart;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that jobs leave for the estimates of later ones. */
class HistoryOfJobsTest {
    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show(
                "a", new TestTree().file("one.nc", 1).file("two.nc", 2).file("sub/three.nc", 3));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private List<EndedJob> history(String source) {
        return site.catalog.transferHistory().ofSource(source, 10);
    }

    private static FileOutcome same(FileEntry entry) {
        return new FileOutcome(
                entry.file(), FileState.SKIPPED_SAME, null, null, 0, 0, 5, null, null, Reuse.NONE, List.of(), null);
    }

    @Test
    void aJobThatEndedTellsWhatCameFromItsSourceAndWhatWasPredicted() {
        JobId job = site.submitTree();
        site.start();
        var unused = site.ended(job);
        await().until(() -> !history("a").isEmpty());
        EndedJob ended = history("a").get(0);
        assertThat(ended.timing().job()).isEqualTo(job);
        assertThat(ended.timing().filesListed()).isEqualTo(3);
        assertThat(ended.timing().predictedMillis()).isPositive();
        assertThat(ended.parts()).hasSize(1);
        TransferPart part = ended.parts().get(0);
        assertThat(part.work().of(SizeClass.TINY).files()).isEqualTo(3);
        assertThat(part.work().total().bytes()).isEqualTo(6);
        assertThat(part.bytesChecked()).as("nothing is read again").isZero();
        assertThat(part.firstByteMillis()).isNotNull();
        assertThat(part.streams()).isEqualTo(2);
    }

    @Test
    void aFileThatWasThereCountsAsCheckedAndNotAsMoved() {
        site.sessions.ends(entry -> entry.source().shown().endsWith("two.nc") ? same(entry) : TestSessions.done(entry));
        JobId job = site.submitTree();
        site.start();
        var unused = site.ended(job);
        await().until(() -> !history("a").isEmpty());
        TransferPart part = history("a").get(0).parts().get(0);
        assertThat(part.work().total().bytes()).isEqualTo(4);
        assertThat(part.bytesChecked()).isEqualTo(2);
    }

    @Test
    void aJobOfWhichMostFilesFailedSaysNothingOfItsLink() {
        MoverException reason = new MoverException(ErrorCode.CHECKSUM_MISMATCH, "not what it should be");
        site.sessions.ends(entry -> entry.source().shown().endsWith("one.nc")
                ? TestSessions.done(entry)
                : TestSessions.failed(entry, reason));
        JobId partial = site.submitTree();
        site.start();
        var unused = site.ended(partial);
        site.sessions.ends(TestSessions::done);
        JobId next = site.submit(new TestSite.Options(), TestSite.tree("a", "bdm://b/in/other"));
        var unusedToo = site.ended(next);
        await().until(() -> !history("a").isEmpty());
        assertThat(history("a"))
                .extracting(ended -> ended.timing().job())
                .as("the first job had its part written before the second began")
                .containsExactly(next);
        assertThat(site.catalog.transferHistory().partsOf(partial)).hasSize(1);
    }
}
