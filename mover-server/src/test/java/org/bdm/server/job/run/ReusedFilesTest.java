package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.file.ReusedFile;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of which the same bytes are held: which of them a session may take, and what is learnt from that. */
class ReusedFilesTest {
    private static final ExportName IN = new ExportName("in");
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final StorePath HELD = StorePath.ofUtf8("v1/tas.nc");
    private static final String HELD_AT = "bdm://b/in/v1/tas.nc";
    private static final String NODE = "https://node.example/v2/tas.nc";
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Checksum PUBLISHED = md5("00112233445566778899aabbccddeeff");
    private static final Checksum OTHER = md5("ffeeddccbbaa99887766554433221100");

    @TempDir
    Path directory;

    private TestSite site;
    private final TestSite.Options options = new TestSite.Options();

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        options.reuse = JobSettings.Reuse.COPY;
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static Checksum md5(String hex) {
        return Checksum.ofHex(ChecksumAlgorithm.MD5, hex);
    }

    private FileVersion placed(StorePath path, int size) {
        WorkArea area = site.destination.workArea(new JobId(99));
        site.destination.makeDirectories(path.parent(), 0755).forEach(site.destination::forceDirectory);
        try (WritableFile file = area.create("held")) {
            file.write(0, ByteBuffer.wrap(new byte[size]));
            file.force();
        }
        area.place("held", path, PlaceMode.NEW);
        return site.destination.status(path).orElseThrow().version();
    }

    private void hold(HoldingState state, DigestOrigin origin, long inode) {
        FileVersion there = placed(HELD, 17);
        site.catalog
                .holdings()
                .put(List.of(new Holding(
                        IN,
                        HELD,
                        DATASET,
                        17,
                        there.modified(),
                        state,
                        THEN,
                        List.of(new HoldingDigest(PUBLISHED, origin, THEN)),
                        inode,
                        null,
                        null)))
                .join();
    }

    private long inode() {
        return site.destination.status(HELD).orElseThrow().version().inode();
    }

    private JobId submit() {
        return site.submit(
                options,
                new SubmittedItem(
                        ItemSource.kept(NODE),
                        "bdm://b/in/v2/tas.nc",
                        false,
                        17,
                        List.of(PUBLISHED),
                        THEN,
                        List.of(new ItemCopy(NODE, 0))));
    }

    private List<String> offered() {
        return site.sessions.last().entries.get(0).copies().stream()
                .map(copy -> copy.location().toString())
                .toList();
    }

    private Holding held() {
        return site.catalog.holdings().find(IN, List.of(HELD)).get(HELD);
    }

    private static FileOutcome reused(FileEntry entry) {
        Evidence evidence = new Evidence(EvidenceLevel.PUBLISHED, PUBLISHED);
        return new FileOutcome(
                entry.file(),
                FileState.DONE,
                evidence,
                null,
                0,
                0,
                5,
                null,
                null,
                new Reuse(Reuse.Way.COPIED, 17),
                List.of(),
                null);
    }

    @Test
    void aFileWithThePublishedDigestIsOfferedFirstAndTheOutcomeSaysWhereItCameFrom() {
        hold(HoldingState.SUPERSEDED, DigestOrigin.PUBLISHED, 0);
        site.sessions.ends(ReusedFilesTest::reused);
        JobId job = submit();
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(offered()).containsExactly(HELD_AT, NODE);
        assertThat(site.sessions.last().entries.get(0).held()).isEmpty();
        FileId file = site.files(job).get(0).id();
        assertThat(site.catalog.files().reused(List.of(file)))
                .containsEntry(file, new ReusedFile(new Reuse(Reuse.Way.COPIED, 17), HELD_AT));
        JobCounts counts = site.catalog.jobs().counts(job);
        assertThat(counts.reused()).isEqualTo(new Amount(1, 17));
        assertThat(counts.bytesMoved()).isZero();
    }

    @Test
    void whatIsInDoubtOrChangedOrOfAnotherPlaceIsNotOffered() {
        hold(HoldingState.DISPUTED, DigestOrigin.LISTED, 0);
        JobId job = submit();
        site.start();
        site.ended(job);
        assertThat(offered()).containsExactly(NODE);

        Holding known = held();
        site.catalog
                .holdings()
                .put(List.of(new Holding(
                        IN,
                        HELD,
                        DATASET,
                        17,
                        known.modified().minusSeconds(1),
                        HoldingState.VERIFIED,
                        THEN,
                        known.digests(),
                        0,
                        null,
                        null)))
                .join();
        site.ended(submit());
        assertThat(offered()).containsExactly(NODE);
    }

    @Test
    @Tag("A1")
    void aJobThatAnotherSitePassedOnGetsNoHeldFileThatThatSiteMayNotRead() {
        SiteName asker = new SiteName("a");
        site.catalog
                .sites()
                .put(new Site(asker, new NodeId("b".repeat(64)), "127.0.0.1:2", null, SiteRelation.PEER, THEN))
                .join();
        grant(asker, "v2", GrantVerb.READ);
        hold(HoldingState.VERIFIED, DigestOrigin.PUBLISHED, 0);
        options.owner = "site:a/ann";
        for (JobSettings.Reuse reuse : List.of(JobSettings.Reuse.COPY, JobSettings.Reuse.LINK)) {
            options.reuse = reuse;
            JobId job = submit();
            if (reuse == JobSettings.Reuse.COPY) site.start();
            site.ended(job);
            assertThat(offered())
                    .as("whoever knows a digest must not get the file")
                    .containsExactly(NODE);
            assertThat(site.sessions.last().entries.get(0).held()).isEmpty();
        }
        grant(asker, "v1", GrantVerb.READ);
        site.ended(submit());
        assertThat(offered()).containsExactly(HELD_AT, NODE);
    }

    private void grant(SiteName asker, String prefix, GrantVerb verb) {
        site.catalog
                .sites()
                .grant(
                        asker,
                        List.of(
                                new SiteGrant(asker, IN, StorePath.ROOT, GrantVerb.WRITE),
                                new SiteGrant(asker, IN, StorePath.ofUtf8(prefix), verb)))
                .join();
    }

    @Test
    void nothingIsOfferedToAJobThatWantsNone() {
        hold(HoldingState.VERIFIED, DigestOrigin.PUBLISHED, 0);
        options.reuse = JobSettings.Reuse.OFF;
        JobId job = submit();
        site.start();
        site.ended(job);
        assertThat(offered()).containsExactly(NODE);
    }

    @Test
    void onlyAFileThatIsStillTheOneThatWasVerifiedMayBeLinked() {
        hold(HoldingState.VERIFIED, DigestOrigin.PUBLISHED, 4711);
        options.reuse = JobSettings.Reuse.LINK;
        JobId job = submit();
        site.start();
        site.ended(job);
        assertThat(site.sessions.last().entries.get(0).held()).isEmpty();
        assertThat(offered()).containsExactly(HELD_AT, NODE);

        Holding known = held();
        site.catalog
                .holdings()
                .put(List.of(new Holding(
                        IN,
                        HELD,
                        DATASET,
                        17,
                        known.modified(),
                        HoldingState.VERIFIED,
                        THEN,
                        known.digests(),
                        inode(),
                        null,
                        null)))
                .join();
        site.ended(submit());
        FileEntry entry = site.sessions.last().entries.get(0);
        assertThat(entry.held().orElseThrow().path()).isEqualTo(HELD);
        assertThat(entry.held().orElseThrow().evidence()).isEqualTo(new Evidence(EvidenceLevel.PUBLISHED, PUBLISHED));
    }

    @Test
    void aHeldFileWithOtherBytesIsDamagedAndNoLongerOffered() {
        hold(HoldingState.VERIFIED, DigestOrigin.PUBLISHED, 0);
        site.sessions.ends(entry -> {
            Copy first = entry.copies().get(0);
            if (first.isAtSite()) site.sessions.last().listener.onCopyTried(entry.file(), first.location(), OTHER);
            return TestSessions.done(entry);
        });
        JobId job = submit();
        site.start();
        site.ended(job);
        assertThat(held().state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(held().digests()).extracting(HoldingDigest::digest).containsExactly(PUBLISHED);

        site.ended(submit());
        assertThat(offered()).containsExactly(NODE);
    }

    @Test
    void aFileThatOnlyAListSaidToHaveTheDigestIsDamagedWhenItHasAnother() {
        hold(HoldingState.UNVERIFIED, DigestOrigin.LISTED, 0);
        site.sessions.ends(entry -> {
            site.sessions
                    .last()
                    .listener
                    .onCopyTried(entry.file(), entry.copies().get(0).location(), OTHER);
            return TestSessions.done(entry);
        });
        JobId job = submit();
        site.start();
        site.ended(job);

        assertThat(held().state()).isEqualTo(HoldingState.DAMAGED);
        // What it has now is in the history: the digests are those that it should have.
        assertThat(held().digests()).extracting(HoldingDigest::digest).containsExactly(PUBLISHED);
    }
}
