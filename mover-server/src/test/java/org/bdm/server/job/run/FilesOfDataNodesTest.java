package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.DisputedFile;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that data nodes have: what is known of them beforehand, where a session may fetch them, and what is learnt of each copy. */
class FilesOfDataNodesTest {
    private static final String NEAR = "https://near.example/thredds/fileServer//cmip6/tas [1].nc";
    private static final String FAR = "http://far.example:8080/cmip6/tas.nc";
    private static final Instant PUBLISHED_AT = Instant.parse("2019-12-07T01:02:03Z");
    private static final Checksum PUBLISHED = md5("00112233445566778899aabbccddeeff");
    private static final Checksum OTHER = md5("ffeeddccbbaa99887766554433221100");

    private static final Origin USUAL = new Origin("near.example", 17);

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

    private static Checksum md5(String hex) {
        return Checksum.ofHex(ChecksumAlgorithm.MD5, hex);
    }

    private static SubmittedItem published(String name) {
        return new SubmittedItem(
                ItemSource.kept(NEAR),
                "bdm://b/in/" + name,
                false,
                17,
                List.of(PUBLISHED),
                PUBLISHED_AT,
                List.of(new ItemCopy(NEAR, 0), new ItemCopy(FAR, 1)));
    }

    private static SubmittedItem unknownSize(String source, String name) {
        return new SubmittedItem(source, "bdm://b/in/" + name, false, SubmittedItem.SIZE_UNKNOWN, List.of());
    }

    @Test
    void whatWasPublishedIsBelievedUntilTheBytesComeAndASessionHearsOfEveryCopy() {
        JobId job = site.submit(new TestSite.Options(), published("tas.nc"));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        FileEntry entry = site.sessions.last().entries.get(0);
        assertThat(entry.copies())
                .extracting(Copy::location)
                .containsExactly(
                        URI.create("https://near.example/thredds/fileServer//cmip6/tas%20%5B1%5D.nc"), URI.create(FAR));
        assertThat(entry.copies()).extracting(Copy::preference).containsExactly(0, 1);
        assertThat(entry.listed().version()).isEqualTo(new FileVersion(17, PUBLISHED_AT, Instant.EPOCH, 0));
        assertThat(entry.expected()).contains(PUBLISHED);
        assertThat(entry.also()).contains(ChecksumAlgorithm.SHA256);
        assertThat(site.sessions.last().route.source()).isEqualTo(new SourcePlace.OfDataNodes());
    }

    @Test
    void aFileWithSeveralPublishedDigestsIsComparedWithItsSha256() {
        Checksum sha256 = new Checksum(ChecksumAlgorithm.SHA256, new byte[32]);
        SubmittedItem one = published("tas.nc");
        SubmittedItem both = new SubmittedItem(
                one.source(), one.destination(), false, 17, List.of(PUBLISHED, sha256), PUBLISHED_AT, one.copies());
        JobId job = site.submit(new TestSite.Options(), both);
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        FileEntry entry = site.sessions.last().entries.get(0);
        assertThat(entry.expected()).contains(sha256);
        assertThat(entry.also()).isEmpty();
    }

    @Test
    void aDataNodeIsAskedForWhatNobodyPublished() {
        FileVersion there = new FileVersion(99, PUBLISHED_AT, Instant.EPOCH, 4711);
        site.web.files.put(URI.create(FAR), new FileStatus(FileKind.FILE, there, 0644, null));
        JobId job = site.submit(
                new TestSite.Options(),
                unknownSize(FAR, "tas.nc"),
                unknownSize("https://near.example/missing.nc", "missing.nc"));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.PARTIAL);
        assertThat(site.files(job)).extracting(FileRow::state).containsExactly(FileState.DONE, FileState.FAILED);
        assertThat(site.files(job).get(1).trouble().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
        assertThat(site.sessions.last().entries.get(0).listed().version()).isEqualTo(there);
    }

    @Test
    void thatAFileCameWithoutTheTlsThatWasPublishedIsKeptWithItAndWithItsJob() {
        Origin plain = new Origin("http://near.example", 17);
        site.sessions.ends(entry -> FilesAtPairedSitesTest.cameFrom(
                entry, entry.destination().shown().contains("plain") ? List.of(plain) : List.of(USUAL)));
        JobId job = site.submit(new TestSite.Options(), published("plain.nc"), published("tas.nc"));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        List<FileId> files = site.files(job).stream().map(FileRow::id).toList();
        assertThat(site.catalog.files().origins(files)).containsOnly(Map.entry(files.get(0), List.of(plain)));
        assertThat(site.catalog.files().originsOf(job))
                .containsOnly(Map.entry("http://near.example", new Amount(1, 17)));
    }

    @Test
    void aFileThatNobodyHasIsCountedAndSaysWhy() {
        JobId job = site.submit(
                new TestSite.Options(),
                published("tas.nc"),
                SubmittedItem.fromNowhere(
                        "bdm://b/in/gone.nc", 5, List.of(PUBLISHED), "three nodes list it, none over HTTP"));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.PARTIAL);
        FileRow gone = site.files(job).get(1);
        assertThat(gone.trouble().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
        assertThat(gone.trouble().text()).contains("three nodes list it");
    }

    @Test
    void filesOfASiteAndOfDataNodesInOneJobGoToSessionsOfTheirOwn() {
        site.sources.show("a", new TestTree().file("one.nc", 1));
        JobId job = site.submit(new TestSite.Options(), published("tas.nc"), TestSite.file("a", "one.nc"));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.sessions.begun()).hasSize(2);
    }

    @Test
    void whatACopyGaveIsKnownToTheNextSession() {
        site.sessions.ends(entry -> {
            site.sessions
                    .last()
                    .listener
                    .onCopyTried(entry.file(), entry.copies().get(0).location(), OTHER);
            return TestSessions.waits(
                    entry,
                    new MoverException(ErrorCode.TIMED_OUT, "slow"),
                    site.clock.instant().minusSeconds(1));
        });
        JobId job = site.submit(new TestSite.Options(), published("tas.nc"));
        site.start();
        site.when(
                job,
                found -> site.sessions.begun().stream()
                                .mapToInt(session -> session.entries.size())
                                .sum()
                        >= 2);
        List<FileEntry> entries = site.sessions.last().entries;
        assertThat(entries.get(entries.size() - 1).copies().get(0).gave()).contains(OTHER);
        assertThat(entries.get(entries.size() - 1).copies().get(1).gave()).isEmpty();
        site.sessions.ends(TestSessions::done);
        site.ended(job);
    }

    @Test
    void aDisputedFileIsOnTheListOfThoseThatAPersonDecides() {
        site.sessions.ends(entry -> {
            site.sessions
                    .last()
                    .listener
                    .onDisputed(new DisputedFile(
                            entry.file(),
                            "5-2.part",
                            17,
                            PUBLISHED_AT,
                            OTHER,
                            List.of(URI.create("https://near.example/x"), URI.create(FAR))));
            return TestSessions.failed(entry, new MoverException(ErrorCode.CHECKSUM_DISPUTED, "two agree"));
        });
        JobId job = site.submit(new TestSite.Options(), published("tas.nc"));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.FAILED);
        List<Dispute> disputes = site.catalog.disputes().after(0, DisputeState.OPEN, 10);
        assertThat(disputes).hasSize(1);
        assertThat(disputes.get(0).published()).containsExactly(PUBLISHED);
        assertThat(disputes.get(0).found()).isEqualTo(OTHER);
        assertThat(disputes.get(0).destination()).isEqualTo("bdm://b/in/tas.nc");
        assertThat(disputes.get(0).locations()).containsExactly("https://near.example/x", FAR);
    }
}
