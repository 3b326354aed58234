package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Reuse;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.file.ReusedFile;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HeldRangeDigests.HeldRanges;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files of which the digests of ranges are known: which of them a session may use, and what is recorded of that. */
class DamagedFilesTest {
    private static final ExportName IN = new ExportName("in");
    private static final StorePath FILE = StorePath.ofUtf8("v1/tas.nc");
    private static final String NODE = "https://node.example/v1/tas.nc";
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final long SIZE = 3 * RangeDigests.RANGE_BYTES_MIN - 5;
    private static final Checksum RIGHT = sha256("11");
    private static final Checksum OTHER = sha256("22");
    private static final RangeDigests RANGES = RangeDigests.of(SIZE, RangeDigests.RANGE_BYTES_MIN, new byte[12]);

    @TempDir
    Path directory;

    private TestSite site;
    private final TestSite.Options options = new TestSite.Options();

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        options.onConflict = ConflictPolicy.OVERWRITE;
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static Checksum sha256(String hex) {
        return Checksum.ofHex(ChecksumAlgorithm.SHA256, hex.repeat(32));
    }

    private void holdDamaged() {
        List<HoldingDigest> digests = List.of(new HoldingDigest(RIGHT, DigestOrigin.STREAM, THEN));
        Holding held = new Holding(IN, FILE, null, SIZE, THEN, HoldingState.DAMAGED, THEN, digests, 7, THEN, null);
        site.catalog.holdings().put(List.of(held)).join();
        site.catalog
                .heldRanges()
                .put(List.of(new HeldRanges(IN, FILE, RIGHT, RANGES)))
                .join();
    }

    private FileEntry entry(long size, Checksum expected) {
        submit(size, expected);
        return site.sessions.last().entries.get(0);
    }

    private JobId submit(long size, Checksum expected) {
        List<ItemCopy> copies = List.of(new ItemCopy(NODE, 0));
        JobId job = site.submit(
                options,
                new SubmittedItem(
                        ItemSource.kept(NODE), "bdm://b/in/v1/tas.nc", false, size, List.of(expected), THEN, copies));
        site.ended(job);
        return job;
    }

    private static FileOutcome repaired(FileEntry entry) {
        return new FileOutcome(
                entry.file(),
                FileState.DONE,
                new Evidence(EvidenceLevel.PUBLISHED, RIGHT),
                null,
                100,
                0,
                5,
                null,
                null,
                new Reuse(Reuse.Way.REPAIRED, SIZE - 100),
                List.of(),
                null);
    }

    @Test
    void aFileThatMayBeReplacedIsGivenWithItsRangesIfItHasTheExpectedDigest() {
        holdDamaged();
        site.start();

        assertThat(entry(SIZE, RIGHT).ranges()).contains(RANGES);
        assertThat(entry(SIZE, OTHER).ranges()).isEmpty();
        assertThat(entry(SIZE + 1, RIGHT).ranges()).isEmpty();
        assertThat(entry(17, RIGHT).ranges()).isEmpty();
        options.onConflict = ConflictPolicy.SKIP;
        assertThat(entry(SIZE, RIGHT).ranges()).isEmpty();
    }

    @Test
    void bytesThatWereKeptAreCountedAndTheFileSaysFromWhere() {
        holdDamaged();
        site.sessions.ends(DamagedFilesTest::repaired);
        site.start();
        JobId job = submit(SIZE, RIGHT);

        FileId file = site.files(job).get(0).id();
        assertThat(site.catalog.files().reused(List.of(file)))
                .containsEntry(file, new ReusedFile(new Reuse(Reuse.Way.REPAIRED, SIZE - 100), "bdm://b/in/v1/tas.nc"));
        JobCounts counts = site.catalog.jobs().counts(job);
        assertThat(counts.reused()).isEqualTo(new Amount(1, SIZE - 100));
        assertThat(counts.bytesMoved()).isEqualTo(100);
    }
}
