package org.bdm.server.holding.dispute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.file.CopyTrial;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that died between taking bytes into quarantine, or deciding about them, and what follows from that. */
class QuarantineSweepTest {
    private static final Instant PUBLISHED_AT = Instant.parse("2019-12-07T01:02:03Z");
    private static final Checksum PUBLISHED = digest("published");
    private static final List<String> COPIES = List.of("https://one.example/a.nc", "https://two.example/a.nc");

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

    private static Checksum digest(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }

    private JobId submit() {
        return site.submit(
                new TestSite.Options(),
                new SubmittedItem(
                        ItemSource.kept(COPIES.get(0)),
                        "bdm://b/in/a.nc",
                        false,
                        5,
                        List.of(PUBLISHED),
                        PUBLISHED_AT,
                        List.of()));
    }

    private void quarantined(String name, String content) {
        WorkArea area = site.destination.workArea(new JobId(99));
        try (WritableFile temporary = area.create(name)) {
            temporary.write(0, ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            temporary.force();
        }
        area.quarantine(name);
    }

    private Dispute dispute(FileId file, String keptAs) {
        return new Dispute(
                0,
                file,
                "bdm://b/in/a.nc",
                keptAs,
                5,
                PUBLISHED_AT,
                List.of(PUBLISHED),
                digest("right"),
                COPIES,
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
    }

    private QuarantineSweep sweeping() {
        return new QuarantineSweep(
                site.catalog, site.exports, new DisputedHoldings(site.catalog, site.exports, site.clock));
    }

    private void sweep() {
        try (QuarantineSweep sweep = sweeping()) {
            sweep.start(Duration.ofSeconds(30));
        }
    }

    private FileId quarantinedWithoutDispute() {
        site.listingOnly().start();
        JobId job = submit();
        site.listed(job);
        FileId file = site.files(job).get(0).id();
        for (String copy : COPIES) {
            site.catalog
                    .copies()
                    .found(new CopyTrial(file, copy, digest("right")))
                    .join();
        }
        quarantined(file.number() + "-2.part", "right");
        return file;
    }

    @Test
    void aStopWhileAFileIsReadEndsTheLookAndNothingIsWrittenAfterwards() throws Exception {
        FileId file = quarantinedWithoutDispute();
        CountDownLatch mayGoOn = new CountDownLatch(1);
        site.destination.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.READ_BACK) awaitQuietly(mayGoOn);
        });
        QuarantineSweep sweep = sweeping();
        sweep.start(Duration.ofMillis(50));
        Thread closing = new Thread(sweep::close, "closing");
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        mayGoOn.countDown();
        closing.join(20_000);

        assertThat(closing.isAlive()).isFalse();
        assertThat(site.catalog.disputes().of(file)).isEmpty();
        site.destination.faults().beforeCall(call -> {});
        sweep();
        assertThat(site.catalog.disputes().of(file)).as("the next start").isPresent();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) throw new IllegalStateException("nobody let it go on");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void bytesWithoutADisputeGetOneFromWhatIsKnownOfTheirCopies() {
        FileId file = quarantinedWithoutDispute();
        sweep();
        sweep();

        Dispute found = site.catalog.disputes().of(file).orElseThrow();
        assertThat(found.keptAs()).isEqualTo(file.number() + "-2.part");
        assertThat(found.found()).isEqualTo(digest("right"));
        assertThat(found.published()).containsExactly(PUBLISHED);
        assertThat(found.size()).isEqualTo(5);
        assertThat(found.locations()).containsExactlyInAnyOrderElementsOf(COPIES);
        StorePath path = StorePath.ofUtf8("a.nc");
        assertThat(site.catalog
                        .holdings()
                        .find(new ExportName("in"), List.of(path))
                        .get(path)
                        .state())
                .isEqualTo(HoldingState.DISPUTED);
        assertThat(site.catalog.disputes().after(0, null, 10)).hasSize(1);
    }

    @Test
    void bytesThatBelongToNothingAreNamedAndKept() {
        quarantined("77-1.part", "whose");
        quarantined("805306369-1.part", "whose");
        sweep();

        assertThat(site.destination.quarantine().names()).containsExactlyInAnyOrder("77-1.part", "805306369-1.part");
        assertThat(site.catalog.events().after(null, 0, 100)).anySatisfy(event -> {
            assertThat(event.code()).isEqualTo("QUARANTINE_LEFTOVER");
            assertThat(event.text()).contains("805306369-1.part", "no job waits");
        });
    }

    @Test
    void bytesThatWereRejectedAreDeletedAndThoseInDisputeStay() {
        FileId one = new FileId((1L << 27) * 3 + 1);
        FileId other = new FileId((1L << 27) * 3 + 2);
        quarantined(one.number() + "-1.part", "right");
        quarantined(other.number() + "-1.part", "right");
        long rejected = site.catalog
                .disputes()
                .open(dispute(one, one.number() + "-1.part"))
                .join();
        site.catalog.disputes().open(dispute(other, other.number() + "-1.part")).join();
        site.catalog
                .disputes()
                .decide(rejected, DisputeState.REJECTED, "ann", "")
                .join();
        sweep();

        assertThat(site.destination.quarantine().names()).containsExactly(other.number() + "-1.part");
    }

    private List<String> leftOvers() {
        return site.catalog.events().after(null, 0, 100).stream()
                .filter(event -> "QUARANTINE_LEFTOVER".equals(event.code()))
                .map(event -> event.text())
                .toList();
    }

    @Test
    void whyBytesAreLeftOverIsSaidInTheirEvent() {
        FileId file = new FileId((1L << 27) * 3 + 1);
        site.catalog.disputes().open(dispute(file, file.number() + "-1.part")).join();
        quarantined("strange", "whose");
        quarantined("77-1.part", "whose");
        quarantined(file.number() + "-2.part", "right");
        sweep();

        assertThat(leftOvers())
                .hasSize(3)
                .anyMatch(text -> text.contains("strange") && text.contains("its name is none of ours"))
                .anyMatch(text -> text.contains("77-1.part") && text.contains("no job has"))
                .anyMatch(text -> text.contains("keeps its bytes under another name"));
        assertThat(site.destination.quarantine().names()).hasSize(3);
    }

    @Test
    void bytesThatNoCopyIsKnownToHaveGivenBecomeNoDispute() {
        site.listingOnly().start();
        JobId job = submit();
        site.listed(job);
        FileId file = site.files(job).get(0).id();
        site.catalog
                .copies()
                .found(new CopyTrial(file, COPIES.get(0), digest("right")))
                .join();
        quarantined(file.number() + "-2.part", "other");
        sweep();

        assertThat(site.catalog.disputes().of(file)).isEmpty();
        assertThat(leftOvers()).singleElement().asString().contains("which no copy is known to have given");
    }

    @Test
    void onlyCopiesThatGaveTheseBytesAreNamedInTheirDispute() {
        FileId file = quarantinedWithoutDispute();
        site.catalog
                .copies()
                .found(new CopyTrial(file, "https://three.example/a.nc", digest("wrong too")))
                .join();
        sweep();

        assertThat(site.catalog.disputes().of(file).orElseThrow().locations())
                .containsExactlyInAnyOrderElementsOf(COPIES);
    }

    @Test
    void aFileWhoseDisputeIsKnownIsNotFetchedOnceMore() {
        JobId job = submit();
        FileId file = new FileId(job.number() << 27);
        site.catalog.disputes().open(dispute(file, "kept.part")).join();
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.FAILED);
        assertThat(site.files(job).get(0).id()).isEqualTo(file);
        assertThat(site.files(job).get(0).trouble().code()).isEqualTo(ErrorCode.CHECKSUM_DISPUTED);
        assertThat(site.sessions.begun()).allMatch(session -> session.entries.isEmpty());
    }
}
