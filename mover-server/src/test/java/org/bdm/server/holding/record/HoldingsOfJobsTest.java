package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.bdm.server.testkit.InventedClaims.md5;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.holding.record.HoldingsOfJobs.Arrived;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs make of files that they placed, found to be the same, or must not trust. */
class HoldingsOfJobsTest {
    private static final ExportName IN = new ExportName("in");
    private static final String DRS = "CMIP6/CMIP/INST/MODEL/historical/r1i1p1f1/Amon/tas/gn/v20200101/";
    private static final StorePath FILE = StorePath.ofUtf8(DRS + "a.nc");
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private FileVersion placed(StorePath path) {
        WorkArea area = site.destination.workArea(new JobId(99));
        site.destination.makeDirectories(path.parent(), 0755).forEach(site.destination::forceDirectory);
        try (WritableFile file = area.create("new")) {
            file.write(0, ByteBuffer.wrap(new byte[17]));
            file.force();
        }
        area.place("new", path, PlaceMode.REPLACE);
        return site.destination.status(path).orElseThrow().version();
    }

    private static FileRow row(StorePath path, String export) {
        SubmittedItem item = new SubmittedItem(
                ItemSource.kept("https://a.org/a.nc"),
                "bdm://b/" + export + "/" + path.shown(),
                false,
                17,
                List.of(),
                THEN,
                List.of());
        return new FileRow(
                new FileId(1L << 27),
                new NumberedItem(0, item),
                StorePath.ROOT,
                null,
                new FileStatus(FileKind.FILE, new FileVersion(17, THEN, THEN, 1), 0644, null),
                FileState.DONE,
                FileEffort.NONE,
                null,
                null,
                null,
                List.of(md5(1)));
    }

    private void arrived(Arrived... files) {
        new HoldingsOfJobs(site.catalog, site.exports, site.clock).record(List.of(files));
    }

    private Holding held(StorePath path) {
        return site.catalog.holdings().find(IN, List.of(path)).get(path);
    }

    private void hold(StorePath path, HoldingState state) {
        site.catalog
                .holdings()
                .put(List.of(new Holding(IN, path, null, 17, THEN, state, THEN, List.of(), 0, null, null)))
                .join();
    }

    // ---- files that arrived ----

    @Test
    void fileThatAJobMovedIsVerifiedWithAllDigestsAndItsInode() {
        FileVersion there = placed(FILE);
        Evidence evidence = new Evidence(EvidenceLevel.READBACK, md5(1));
        arrived(new Arrived(row(FILE, "in"), evidence, Optional.of(sha256(1)), null, new Origin.Asked(3, 12_000)));
        Holding held = held(FILE);
        assertThat(held.digests()).as("the published digest vouches").allMatch(digest -> digest.restsOn() == null);
        assertThat(held.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(held.size()).isEqualTo(17);
        assertThat(held.modified()).isEqualTo(there.modified());
        assertThat(held.inode()).isEqualTo(there.inode());
        assertThat(held.dataset()).isEqualTo("CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101");
        assertThat(held.digests())
                .extracting(HoldingDigest::digest, HoldingDigest::origin)
                .containsExactlyInAnyOrder(
                        tuple(md5(1), DigestOrigin.LISTED),
                        tuple(md5(1), DigestOrigin.READBACK),
                        tuple(sha256(1), DigestOrigin.STREAM));
    }

    @Test
    @Tag("N1")
    @Tag("D3")
    void fileOfADataNodeThatNobodyVouchesForIsReadAndNotVerified() {
        placed(FILE);
        FileRow listed = row(FILE, "in");
        FileRow unvouched = new FileRow(
                listed.id(),
                listed.item(),
                listed.directory(),
                listed.name(),
                listed.status(),
                listed.state(),
                listed.effort(),
                null,
                null,
                null,
                List.of());
        Evidence evidence = new Evidence(EvidenceLevel.READBACK, md5(1));
        Origin.Asked asked = new Origin.Asked(3, 12_000);
        arrived(new Arrived(unvouched, evidence, Optional.of(sha256(1)), null, asked));
        assertThat(held(FILE).state()).isEqualTo(HoldingState.READ);
        assertThat(held(FILE).digests()).hasSize(2).allSatisfy(digest -> {
            assertThat(digest.origin()).isEqualTo(DigestOrigin.RECEIVED);
            assertThat(digest.restsOn()).isEqualTo("3 requests over 12 seconds; no digest is published");
        });
    }

    @Test
    void rangesOfAFileThatAJobMovedAreKeptWithTheDigestThatWasComputedWithThem() {
        placed(FILE);
        long size = 2 * RangeDigests.RANGE_BYTES_MIN;
        RangeDigests ranges = RangeDigests.of(size, RangeDigests.RANGE_BYTES_MIN, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        arrived(new Arrived(
                row(FILE, "in"), new Evidence(EvidenceLevel.STREAM, sha256(1)), Optional.empty(), ranges, null));

        assertThat(site.catalog.heldRanges().of(held(FILE))).contains(ranges);
        assertThat(site.catalog.heldRanges().find(IN, List.of(FILE)).get(FILE).whole())
                .isEqualTo(sha256(1));
    }

    @Test
    void fileThatWasOnlyLookedAtIsUnverifiedAndItsInodeSaysNothing() {
        placed(FILE);
        arrived(new Arrived(row(FILE, "in"), null, Optional.empty()));
        assertThat(held(FILE).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(held(FILE).inode()).isZero();
        assertThat(held(FILE).digests()).extracting(HoldingDigest::origin).containsExactly(DigestOrigin.LISTED);
    }

    @Test
    void whatIsNoFileOrCannotBeLookedAtIsNotHeldAndTheOthersAre() {
        placed(FILE);
        StorePath gone = StorePath.ofUtf8("gone.nc");
        Evidence evidence = new Evidence(EvidenceLevel.STREAM, md5(1));
        arrived(
                new Arrived(row(gone, "in"), evidence, Optional.empty()),
                new Arrived(row(FILE.parent(), "in"), evidence, Optional.empty()),
                new Arrived(row(FILE, "elsewhere"), evidence, Optional.empty()),
                new Arrived(row(FILE, "in"), evidence, Optional.empty()));
        assertThat(held(gone)).isNull();
        assertThat(held(FILE.parent())).isNull();
        assertThat(held(FILE)).isNotNull();
    }

    @Test
    void moreFilesThanAreWrittenAtOnceAreAllHeld() {
        List<Arrived> many = new ArrayList<>();
        HoldingsFoundSame same = new HoldingsFoundSame(site.catalog, site.exports, site.clock);
        for (int i = 0; i <= HoldingRecords.NOTICES_MAX; i++) {
            StorePath path = StorePath.ofUtf8("many/" + i);
            FileVersion version = placed(path);
            many.add(new Arrived(row(path, "in"), null, Optional.empty()));
            same.add(IN, StorePath.ofUtf8("same/" + i), version, List.of());
        }
        arrived(many.toArray(Arrived[]::new));
        same.flush();
        for (String name : List.of("many/0", "many/1000", "same/0", "same/1000")) {
            assertThat(held(StorePath.ofUtf8(name))).as(name).isNotNull();
        }
    }

    // ---- files that were the same already ----

    @Test
    void fileThatWasTheSameIsHeldUnverifiedOnceThatIsFlushed() {
        HoldingsFoundSame same = new HoldingsFoundSame(site.catalog, site.exports, site.clock);
        StorePath forgotten = StorePath.ofUtf8("forgotten.nc");
        same.add(IN, forgotten, new FileVersion(3, THEN, THEN, 1), List.of());
        same.forget();
        same.add(IN, FILE, new FileVersion(17, THEN, THEN, 1), List.of(md5(1)));
        assertThat(held(FILE)).isNull();
        same.flush();
        same.flush();
        assertThat(held(forgotten)).isNull();
        assertThat(held(FILE).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(held(FILE).size()).isEqualTo(17);
        assertThat(held(FILE).modified()).isEqualTo(THEN);
        assertThat(held(FILE).digests())
                .extracting(HoldingDigest::digest, HoldingDigest::origin)
                .containsExactly(tuple(md5(1), DigestOrigin.LISTED));
    }

    @Test
    void nothingIsWrittenTwiceWhenItIsFlushedAgain() {
        HoldingsFoundSame same = new HoldingsFoundSame(site.catalog, site.exports, site.clock);
        same.add(IN, FILE, new FileVersion(17, THEN, THEN, 1), List.of());
        same.flush();
        site.catalog.holdings().forget(IN, List.of(FILE)).join();
        same.flush();
        assertThat(held(FILE)).isNull();
    }

    // ---- files in doubt ----

    @Test
    void damagedAndDisputedFilesOfAnExportAreInDoubtAndNoOthers() {
        hold(StorePath.ofUtf8("damaged"), HoldingState.DAMAGED);
        hold(StorePath.ofUtf8("disputed"), HoldingState.DISPUTED);
        hold(StorePath.ofUtf8("good"), HoldingState.VERIFIED);
        HoldingsInDoubt doubt = new HoldingsInDoubt(site.catalog);
        assertThat(doubt.contains(IN, StorePath.ofUtf8("damaged"))).isTrue();
        assertThat(doubt.contains(IN, StorePath.ofUtf8("disputed"))).isTrue();
        assertThat(doubt.contains(IN, StorePath.ofUtf8("good"))).isFalse();
        assertThat(doubt.contains(IN, StorePath.ofUtf8("unknown"))).isFalse();
        assertThat(doubt.contains(new ExportName("other"), StorePath.ofUtf8("damaged")))
                .isFalse();
    }

    @Test
    void allFilesInDoubtAreKnownThoughTheyFillSeveralPages() {
        List<Holding> many = new ArrayList<>();
        for (int i = 0; i <= 1_000; i++) {
            many.add(new Holding(
                    IN,
                    StorePath.ofUtf8(String.format("f%04d", i)),
                    null,
                    1,
                    THEN,
                    HoldingState.DAMAGED,
                    THEN,
                    List.of(),
                    0,
                    null,
                    null));
        }
        site.catalog.holdings().put(many).join();
        HoldingsInDoubt doubt = new HoldingsInDoubt(site.catalog);
        assertThat(doubt.contains(IN, StorePath.ofUtf8("f0000"))).isTrue();
        assertThat(doubt.contains(IN, StorePath.ofUtf8("f1000"))).isTrue();
    }

    @Test
    void exportWithTooManyFilesInDoubtToRememberIsLookedUpFileByFile() {
        for (int i = 0; i < 3; i++) hold(StorePath.ofUtf8("damaged" + i), HoldingState.DAMAGED);
        hold(StorePath.ofUtf8("good"), HoldingState.VERIFIED);
        HoldingsInDoubt doubt = new HoldingsInDoubt(site.catalog, 2);
        for (int i = 0; i < 3; i++) {
            assertThat(doubt.contains(IN, StorePath.ofUtf8("damaged" + i))).isTrue();
        }
        assertThat(doubt.contains(IN, StorePath.ofUtf8("good"))).isFalse();
        assertThat(doubt.contains(IN, StorePath.ofUtf8("unknown"))).isFalse();
        hold(StorePath.ofUtf8("later"), HoldingState.DISPUTED);
        assertThat(doubt.contains(IN, StorePath.ofUtf8("later"))).isTrue();
    }
}
