package org.bdm.server.holding.dispute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.survey.PublishedDataset;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes in quarantine of which a person decides: what is placed, what is deleted, and what is held afterwards. */
class DisputeDecisionsTest {
    private static final ExportName IN = new ExportName("in");
    private static final StorePath FINAL = StorePath.ofUtf8("v1/a.nc");
    private static final Instant PUBLISHED_AT = Instant.parse("2019-12-07T01:02:03Z");
    private static final Checksum PUBLISHED = PublishedDataset.sha256("published");
    private static final String KEPT = "402653185-1.part";

    @TempDir
    Path directory;

    private TestSite site;
    private DisputedHoldings holdings;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        holdings = new DisputedHoldings(site.catalog, site.exports, site.clock);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private DisputeDecisions decisions() {
        return new DisputeDecisions(site.catalog, site.exports, holdings);
    }

    private WorkArea written(String name, String content) {
        WorkArea area = site.destination.workArea(new JobId(3));
        try (WritableFile temporary = area.create(name)) {
            temporary.write(0, ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            temporary.force();
        }
        return area;
    }

    private void placed(String content) {
        site.destination.makeDirectories(FINAL.parent(), 0755).forEach(site.destination::forceDirectory);
        written("placed", content).place("placed", FINAL, PlaceMode.NEW);
    }

    /** A dispute about bytes that were "right", of which these are kept. */
    private long disputed(String content) {
        written(KEPT, content).quarantine(KEPT);
        return opened(KEPT);
    }

    private long opened(String keptAs) {
        Dispute dispute = new Dispute(
                0,
                new FileId(402653185),
                "bdm://b/in/v1/a.nc",
                keptAs,
                5,
                PUBLISHED_AT,
                List.of(PUBLISHED),
                PublishedDataset.sha256("right"),
                List.of("https://one.example/a.nc"),
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
        holdings.opened(dispute);
        return site.catalog.disputes().open(dispute).join();
    }

    private Holding held() {
        return site.catalog.holdings().find(IN, List.of(FINAL)).get(FINAL);
    }

    private List<String> kept() {
        return site.destination.quarantine().names();
    }

    private DisputeState state(long number) {
        return site.catalog.disputes().find(number).orElseThrow().state();
    }

    private void refusesToAccept(long number, ErrorCode code) {
        assertThatThrownBy(() -> decisions().accept(number, "ann", ""))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void fileInDisputeIsHeldWithBothDigests() {
        opened(null);
        assertThat(held().state()).isEqualTo(HoldingState.DISPUTED);
        assertThat(held().size()).isEqualTo(5);
        assertThat(held().modified()).isEqualTo(PUBLISHED_AT);
        assertThat(held().digests())
                .extracting(HoldingDigest::digest, HoldingDigest::origin)
                .containsExactlyInAnyOrder(
                        tuple(PUBLISHED, DigestOrigin.LISTED),
                        tuple(PublishedDataset.sha256("right"), DigestOrigin.STREAM));
    }

    @Test
    void aDisputeOfAnObjectOfABucketIsRejectedThoughNothingIsKeptThere() {
        site.close();
        site = new TestSite(directory.resolve("bucket"), new ObjectStore(new MemoryBucket(site.clock), "", true));
        holdings = new DisputedHoldings(site.catalog, site.exports, site.clock);
        long number = opened(null);
        refusesToAccept(number, ErrorCode.UNSUPPORTED);
        assertThat(decisions().reject(number, "ann", "").state()).isEqualTo(DisputeState.REJECTED);
    }

    @Tag("H11")
    @Test
    void aFileThatIsAtThePlaceOfDisputedBytesKeepsItsHoldingAndItsDigests() {
        placed("old");
        FileVersion old = site.destination.status(FINAL).orElseThrow().version();
        List<HoldingDigest> digests =
                List.of(new HoldingDigest(PublishedDataset.sha256("old"), DigestOrigin.STREAM, Instant.EPOCH));
        Holding before = new Holding(
                IN, FINAL, null, 3, old.modified(), HoldingState.VERIFIED, Instant.EPOCH, digests, 0, null, null);
        site.catalog.holdings().put(List.of(before)).join();
        long number = disputed("right");
        assertThat(held()).isEqualTo(before);
        assertThatThrownBy(() -> decisions().accept(number, "ann", ""))
                .hasMessageContaining("move that away")
                .hasMessageContaining("dispute reject dispute-" + number);
        decisions().reject(number, "ann", "");
        assertThat(held()).isEqualTo(before);
    }

    @Test
    void acceptedBytesArePlacedAndVerified() {
        long number = disputed("right");
        assertThat(decisions().accept(number, "ann", "asked").state()).isEqualTo(DisputeState.ACCEPTED);
        assertThat(state(number)).isEqualTo(DisputeState.ACCEPTED);
        assertThat(kept()).isEmpty();
        assertThat(site.destination.status(FINAL).orElseThrow().version().size())
                .isEqualTo(5);
        assertThat(held().state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(held().inode())
                .isEqualTo(
                        site.destination.status(FINAL).orElseThrow().version().inode());
        assertThat(held().digests())
                .extracting(HoldingDigest::digest, HoldingDigest::origin)
                .contains(tuple(PublishedDataset.sha256("right"), DigestOrigin.ACCEPTED));
        refusesToAccept(number, ErrorCode.ILLEGAL_STATE);
        refusesToAccept(number + 1, ErrorCode.NOT_FOUND);
    }

    @Test
    void bytesThatChangedInQuarantineAreNotPlaced() {
        long number = disputed("other");
        refusesToAccept(number, ErrorCode.CHECKSUM_MISMATCH);
        assertThat(site.destination.status(FINAL)).isEmpty();
        assertThat(kept()).containsExactly(KEPT);
        assertThat(state(number)).isEqualTo(DisputeState.OPEN);
    }

    @Test
    void bytesThatAreNotInQuarantineCannotBeAccepted() {
        long lost = opened(KEPT);
        refusesToAccept(lost, ErrorCode.ILLEGAL_STATE);
        assertThat(state(lost)).isEqualTo(DisputeState.OPEN);
        assertThat(held().state()).isEqualTo(HoldingState.DISPUTED);
    }

    @Test
    void bytesThatCouldNotBeKeptCannotBeAcceptedThoughAFileOfThatNameIsThere() {
        placed("right");
        refusesToAccept(opened(null), ErrorCode.ILLEGAL_STATE);
    }

    @Test
    void acceptingNeverReplacesAnotherFile() {
        placed("something else");
        long number = disputed("right");
        refusesToAccept(number, ErrorCode.DESTINATION_EXISTS);
        assertThat(site.destination.status(FINAL).orElseThrow().version().size())
                .isEqualTo("something else".length());
        assertThat(kept()).containsExactly(KEPT);
        assertThat(state(number)).isEqualTo(DisputeState.OPEN);
    }

    @Test
    void bytesThatAnEarlierCallPlacedAreAcceptedIfTheyAreTheSame() {
        placed("right");
        long number = opened(KEPT);
        assertThat(decisions().accept(number, "ann", "").state()).isEqualTo(DisputeState.ACCEPTED);
        assertThat(held().state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void otherBytesUnderTheFinalNameAreNotWhatAnEarlierCallPlaced() {
        placed("wrong");
        refusesToAccept(opened(KEPT), ErrorCode.ILLEGAL_STATE);
        assertThat(held().state()).isEqualTo(HoldingState.DISPUTED);
    }

    @Test
    void rejectedBytesAreDeletedAndNoLongerHeld() {
        long number = disputed("right");
        assertThat(decisions().reject(number, "ann", "no").state()).isEqualTo(DisputeState.REJECTED);
        assertThat(kept()).isEmpty();
        assertThat(held()).isNull();
        assertThatThrownBy(() -> decisions().reject(number, "ann", "")).isInstanceOf(MoverException.class);
    }

    @Test
    void rejectingLeavesWhatElseHasThatName() {
        placed("something else");
        decisions().reject(disputed("right"), "ann", "");
        assertThat(site.destination.status(FINAL)).isPresent();
        assertThat(held()).as("a file is there").isNotNull();
    }

    @Test
    void rejectingLeavesAHoldingThatIsNoLongerInDispute() {
        long number = disputed("right");
        Holding known = held();
        Holding verified = new Holding(
                known.export(),
                known.path(),
                known.dataset(),
                known.size(),
                known.modified(),
                HoldingState.VERIFIED,
                known.since(),
                List.of(),
                0,
                null,
                null);
        site.catalog.holdings().put(List.of(verified)).join();
        decisions().reject(number, "ann", "");
        assertThat(held()).isNotNull();
    }
}
