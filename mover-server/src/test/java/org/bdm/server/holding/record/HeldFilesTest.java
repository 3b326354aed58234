package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.md5;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.holding.record.HeldFiles.Found;
import org.bdm.server.holding.record.HeldFiles.Wanted;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which held file may stand for one that is wanted, and whether it may get a second name. */
class HeldFilesTest {
    private static final ExportName IN = new ExportName("in");
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final StorePath HELD = StorePath.ofUtf8("v1/a.nc");
    private static final StorePath WANTED = StorePath.ofUtf8("v2/a.nc");
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    Path directory;

    private TestSite site;
    private HeldFiles files;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        files = new HeldFiles(site.catalog, site.exports, site.clock);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private FileVersion placed(StorePath path, int size) {
        WorkArea area = site.destination.workArea(new JobId(99));
        site.destination.makeDirectories(path.parent(), 0755).forEach(site.destination::forceDirectory);
        try (WritableFile file = area.create("held")) {
            file.write(0, ByteBuffer.wrap(new byte[size]));
            file.force();
        }
        area.place("held", path, PlaceMode.REPLACE);
        return site.destination.status(path).orElseThrow().version();
    }

    private static HoldingDigest digest(Checksum digest, DigestOrigin origin) {
        return new HoldingDigest(digest, origin, THEN);
    }

    private void hold(StorePath path, FileVersion as, HoldingState state, long inode, HoldingDigest... digests) {
        site.catalog
                .holdings()
                .put(List.of(new Holding(
                        IN, path, DATASET, as.size(), as.modified(), state, THEN, List.of(digests), inode, null, null)))
                .join();
    }

    /** A file of 17 bytes, and its holding. */
    private void hold(HoldingState state, HoldingDigest... digests) {
        FileVersion there = placed(HELD, 17);
        hold(HELD, there, state, there.inode(), digests);
    }

    private Optional<Found> found(ExportName export, StorePath destination, long size, Checksum... digests) {
        Wanted<String> wanted = new Wanted<>("it", destination, size, List.of(digests));
        return Optional.ofNullable(files.find(export, List.of(wanted)).get("it"));
    }

    private Optional<Found> found(Checksum... digests) {
        return found(IN, WANTED, 17, digests);
    }

    private Holding held() {
        return site.catalog.holdings().find(IN, List.of(HELD)).get(HELD);
    }

    @Test
    void fileWithTheBytesThatAreWantedIsFoundWithItsEvidence() {
        hold(
                HoldingState.VERIFIED,
                digest(md5(1), DigestOrigin.LISTED),
                digest(md5(1), DigestOrigin.PUBLISHED),
                digest(sha256(1), DigestOrigin.STREAM));
        Found found = found(md5(1)).orElseThrow();
        assertThat(found.path()).isEqualTo(HELD);
        assertThat(found.export()).isEqualTo(IN);
        assertThat(found.size()).isEqualTo(17);
        assertThat(found.sha256()).contains(sha256(1));
        assertThat(found.linkable()).get().satisfies(linkable -> {
            assertThat(linkable.evidence().level()).isEqualTo(EvidenceLevel.PUBLISHED);
            assertThat(linkable.evidence().digest()).isEqualTo(md5(1));
        });
        assertThat(found(md5(2))).isEmpty();
        assertThat(found()).isEmpty();
    }

    @Test
    void fileWhoseBytesWereNeverReadHereGetsNoSecondName() {
        hold(HoldingState.UNVERIFIED, digest(md5(1), DigestOrigin.LISTED), digest(sha256(1), DigestOrigin.LISTED));
        Found found = found(md5(1)).orElseThrow();
        assertThat(found.linkable()).isEmpty();
        assertThat(found.sha256()).isEmpty();
    }

    @Test
    void fileThatMayBeAnotherThanTheOneThatWasReadGetsNoSecondName() {
        FileVersion there = placed(HELD, 17);
        hold(HELD, there, HoldingState.VERIFIED, there.inode() + 1, digest(md5(1), DigestOrigin.STREAM));
        assertThat(found(md5(1)).orElseThrow().linkable()).isEmpty();
        hold(HELD, there, HoldingState.VERIFIED, 0, digest(md5(1), DigestOrigin.STREAM));
        assertThat(found(md5(1)).orElseThrow().linkable()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(HoldingState.class)
    void fileWhoseBytesAreInDoubtIsNotUsedAndOneOfAnOldVersionIs(HoldingState state) {
        hold(state, digest(md5(1), DigestOrigin.STREAM));
        boolean isInDoubt = state == HoldingState.DAMAGED
                || state == HoldingState.DISPUTED
                || state == HoldingState.MISSING
                || state == HoldingState.CHANGED;
        assertThat(found(md5(1)).isEmpty()).isEqualTo(isInDoubt);
    }

    @Test
    void fileThatWasFoundToHaveAnotherDigestThanIsListedIsNotUsed() {
        hold(HoldingState.VERIFIED, digest(md5(1), DigestOrigin.LISTED), digest(md5(2), DigestOrigin.READ));
        assertThat(found(md5(1))).isEmpty();
        assertThat(found(md5(2))).isPresent();
    }

    @Test
    void fileThatChangedSinceOrIsGoneIsNotUsed() {
        FileVersion there = placed(HELD, 17);
        HoldingDigest digest = digest(md5(1), DigestOrigin.STREAM);
        FileVersion earlier = new FileVersion(17, there.modified().minusSeconds(1), there.changed(), there.inode());
        hold(HELD, earlier, HoldingState.VERIFIED, there.inode(), digest);
        assertThat(found(md5(1))).as("another time").isEmpty();
        FileVersion longer = new FileVersion(18, there.modified(), there.changed(), there.inode());
        hold(HELD, longer, HoldingState.VERIFIED, there.inode(), digest);
        assertThat(found(IN, WANTED, 18, md5(1))).as("another size").isEmpty();
        hold(StorePath.ofUtf8("gone.nc"), there, HoldingState.VERIFIED, there.inode(), digest);
        assertThat(found(md5(1))).as("gone").isEmpty();
    }

    @Test
    void onlyAnotherFileOfThatSizeInTheSameExportIsUsed() {
        hold(HoldingState.VERIFIED, digest(md5(1), DigestOrigin.STREAM));
        assertThat(found(IN, WANTED, 18, md5(1))).isEmpty();
        assertThat(found(IN, WANTED, -1, md5(1))).as("size unknown").isPresent();
        assertThat(found(IN, HELD, 17, md5(1))).as("the file itself").isEmpty();
        FileVersion empty = placed(StorePath.ofUtf8("empty"), 0);
        hold(StorePath.ofUtf8("empty"), empty, HoldingState.VERIFIED, 0, digest(md5(9), DigestOrigin.STREAM));
        assertThat(found(IN, WANTED, 0, md5(9))).isEmpty();
        assertThat(found(IN, WANTED, -1, md5(9))).isEmpty();
    }

    @Test
    void ofSeveralFilesTheOneWithTheBestEvidenceIsTaken() {
        for (DigestOrigin origin : List.of(DigestOrigin.STREAM, DigestOrigin.PUBLISHED, DigestOrigin.LISTED)) {
            StorePath path = StorePath.ofUtf8(origin.name());
            FileVersion there = placed(path, 17);
            hold(path, there, HoldingState.VERIFIED, there.inode(), digest(md5(1), origin));
        }
        assertThat(found(md5(1)).orElseThrow().path()).isEqualTo(StorePath.ofUtf8("PUBLISHED"));
    }

    @Test
    void everyWantedFileIsLookedForByItsOwnDigests() {
        hold(HoldingState.VERIFIED, digest(md5(1), DigestOrigin.STREAM));
        Map<String, Found> found = files.find(
                IN,
                Stream.of(1, 2)
                        .map(number -> new Wanted<>("file" + number, WANTED, 17, List.of(md5(number))))
                        .toList());
        assertThat(found).containsOnlyKeys("file1");
    }

    @Test
    void fileThatHasOtherBytesThanWereComputedHereIsDamaged() {
        hold(HoldingState.VERIFIED, digest(md5(1), DigestOrigin.STREAM), digest(sha256(1), DigestOrigin.STREAM));
        files.isOther(IN, HELD, md5(2));
        assertThat(held().state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(held().digests()).extracting(HoldingDigest::digest).containsExactlyInAnyOrder(md5(1), sha256(1));
    }

    @Test
    @Tag("H4")
    void fileThatHasOtherBytesThanAreListedIsDamagedAndKeepsItsDigests() {
        hold(HoldingState.UNVERIFIED, digest(md5(1), DigestOrigin.LISTED), digest(sha256(1), DigestOrigin.STREAM));
        files.isOther(IN, HELD, md5(2));
        assertThat(held().state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(held().digests()).extracting(HoldingDigest::digest).containsExactlyInAnyOrder(md5(1), sha256(1));
    }

    @Test
    void filesOfAJobAreLookedForBySizeAndPublishedDigest() {
        hold(HoldingState.VERIFIED, digest(md5(1), DigestOrigin.STREAM));
        site.listingOnly().start();
        List<SubmittedItem> items = Stream.of(1, 2, 3)
                .map(number -> new SubmittedItem(
                        ItemSource.kept("https://one.example/" + number + ".nc"),
                        "bdm://b/in/new/" + number + ".nc",
                        false,
                        number == 3 ? 18 : 17,
                        number == 2 ? List.of() : List.of(md5(1)),
                        THEN,
                        List.of()))
                .toList();
        JobId job = site.submit(new TestSite.Options(), items.toArray(SubmittedItem[]::new));
        site.listed(job);
        List<FileRow> rows = site.files(job);
        Map<FileId, Found> found = files.ofRows(rows);
        assertThat(rows).hasSize(3);
        assertThat(found.values()).extracting(Found::path).containsExactly(HELD);
        assertThat(rows.stream().filter(row -> found.containsKey(row.id())))
                .extracting(row -> row.item().item().destination())
                .containsExactly("bdm://b/in/new/1.nc");
    }

    @Test
    void nothingIsWrittenOfAFileThatIsNotHeldOrGone() {
        files.isOther(IN, HELD, md5(2));
        placed(HELD, 17);
        files.isOther(IN, HELD, md5(2));
        assertThat(held()).isNull();
    }
}
