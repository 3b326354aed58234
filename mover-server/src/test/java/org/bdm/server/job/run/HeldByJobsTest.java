package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What jobs of any kind leave is held, with what was computed of it; what is held with wrong bytes is never the same. */
class HeldByJobsTest {
    private static final ExportName IN = new ExportName("in");
    private static final StorePath ONE = StorePath.ofUtf8("tree/one.nc");

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 1));
        site.sessions.ends(this::placed);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private FileOutcome placed(FileEntry entry) {
        put(entry.destination());
        return TestSessions.done(entry);
    }

    /** One byte, of the time that the source has. */
    private void put(StorePath path) {
        site.destination.makeDirectories(path.parent(), 0755);
        WorkArea area = site.destination.workArea(new JobId(999));
        try (WritableFile file = area.create("content")) {
            file.write(0, ByteBuffer.allocate(1));
            file.setAttributes(TestTree.MODIFIED, 0644);
            file.force();
        }
        area.place("content", path, PlaceMode.REPLACE);
    }

    private Holding held() {
        return site.catalog.holdings().find(IN, List.of(ONE)).get(ONE);
    }

    private void hold(HoldingState state, int digest) {
        byte[] value = new byte[32];
        value[0] = (byte) digest;
        HoldingDigest own =
                new HoldingDigest(new Checksum(ChecksumAlgorithm.SHA256, value), DigestOrigin.READBACK, Instant.EPOCH);
        Holding holding =
                new Holding(IN, ONE, null, 1, TestTree.MODIFIED, state, Instant.EPOCH, List.of(own), 0, null, null);
        site.catalog.holdings().put(List.of(holding)).join();
    }

    @Test
    void aFileThatATreeJobVerifiedIsHeldWithItsDigest() {
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(held().state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(held().digests())
                .extracting(HoldingDigest::digest)
                .containsExactly(site.files(job).get(0).evidence().digest());
    }

    @Test
    void aFileThatWasThereAlreadyIsHeldUnverified() {
        put(ONE);
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.states(job)).isEqualTo(Map.of("one.nc", "SKIPPED_SAME"));
        assertThat(held().state()).isEqualTo(HoldingState.UNVERIFIED);
    }

    @ParameterizedTest
    @EnumSource(
            value = HoldingState.class,
            names = {"DAMAGED", "DISPUTED"})
    void aFileThatIsKnownToHaveWrongBytesIsNotTheSameByItsSizeAndTime(HoldingState state) {
        put(ONE);
        hold(state, 7);
        site.sessions.ends(entry -> TestSessions.failed(
                entry, new MoverException(ErrorCode.DESTINATION_EXISTS, "the bytes were compared")));
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.FAILED);
        assertThat(site.states(job)).isEqualTo(Map.of("one.nc", "FAILED(DESTINATION_EXISTS)"));
        assertThat(held().state()).isEqualTo(state);
    }

    @Test
    void aDamagedFileThatIsFetchedAgainIsVerifiedAndForgetsTheDigestOfTheOldOne() {
        put(ONE);
        hold(HoldingState.DAMAGED, 7);
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.states(job)).isEqualTo(Map.of("one.nc", "DONE"));
        assertThat(held().state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(held().digests())
                .extracting(HoldingDigest::digest)
                .containsExactly(site.files(job).get(0).evidence().digest());
    }
}
