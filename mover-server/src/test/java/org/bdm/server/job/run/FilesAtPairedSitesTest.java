package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Origin;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.history.ArrivalGrouping;
import org.bdm.server.catalog.history.ArrivedFiles;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that paired sites may have beside data nodes: where a session is sent for them. */
class FilesAtPairedSitesTest {
    private static final String NODE = "https://node.example/cmip6/tas.nc";
    private static final Instant THEN = Instant.parse("2019-12-07T01:02:03Z");
    private static final Checksum PUBLISHED = md5("00112233445566778899aabbccddeeff");
    private static final Checksum OTHER = md5("ffeeddccbbaa99887766554433221100");

    @TempDir
    Path directory;

    private TestSite site;
    private final TestSite.Options options = new TestSite.Options();

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        options.alsoAt = List.of("bdm://near/pool/replica", "bdm://far/data");
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static Checksum md5(String hex) {
        return Checksum.ofHex(ChecksumAlgorithm.MD5, hex);
    }

    private static SubmittedItem atNode(List<Checksum> digests) {
        return new SubmittedItem(
                ItemSource.kept(NODE),
                "bdm://b/in/CMIP6/tas.nc",
                false,
                17,
                digests,
                THEN,
                List.of(new ItemCopy(NODE, 0)));
    }

    private static SubmittedItem atSitesAlone() {
        return SubmittedItem.atSites(
                "bdm://near/pool/replica/CMIP6/pr.nc", "bdm://b/in/CMIP6/pr.nc", 17, List.of(PUBLISHED), THEN);
    }

    private static List<String> offered(FileEntry entry) {
        return entry.copies().stream().map(copy -> copy.location().toString()).toList();
    }

    @Test
    void aFileIsOfferedAtItsPathBelowEachTreeBeforeTheDataNodes() {
        JobId job = site.submit(options, atNode(List.of(PUBLISHED)));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(offered(site.sessions.last().entries.get(0)))
                .containsExactly("bdm://near/pool/replica/CMIP6/tas.nc", "bdm://far/data/CMIP6/tas.nc", NODE);
    }

    @Test
    void aFileWithoutADigestIsForDataNodesAlone() {
        JobId job = site.submit(options, atNode(List.of()));
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(offered(site.sessions.last().entries.get(0))).containsExactly(NODE);
    }

    @Test
    void aFileThatNoDataNodeHasGoesToTheSameSession() {
        JobId job = site.submit(options, atNode(List.of(PUBLISHED)), atSitesAlone());
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.sessions.begun()).hasSize(1);
        assertThat(site.sessions.last().route.source()).isEqualTo(new SourcePlace.OfDataNodes());
        FileEntry alone = site.sessions.last().entries.get(1);
        assertThat(offered(alone)).containsExactly("bdm://near/pool/replica/CMIP6/pr.nc", "bdm://far/data/CMIP6/pr.nc");
        assertThat(alone.expected()).contains(PUBLISHED);
        assertThat(alone.also()).contains(ChecksumAlgorithm.SHA256);
        assertThat(alone.listed().version().size()).isEqualTo(17);
    }

    @Test
    void fromWhereFilesCameIsKeptWithThemAndWithTheirJob() {
        Origin near = new Origin("bdm://near/pool", 10);
        Origin node = new Origin("node.example", 7);
        site.sessions.ends(entry -> cameFrom(entry, entry.copies().size() == 3 ? List.of(near, node) : List.of(near)));
        JobId job = site.submit(options, atNode(List.of(PUBLISHED)), atSitesAlone());
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        List<FileId> files = site.files(job).stream().map(FileRow::id).toList();
        assertThat(site.catalog.files().origins(files))
                .containsEntry(files.get(0), List.of(near, node))
                .containsEntry(files.get(1), List.of(near));
        assertThat(site.catalog.files().originsOf(job))
                .containsEntry("bdm://near/pool", new Amount(2, 20))
                .containsEntry("node.example", new Amount(1, 7));
        assertThat(site.catalog.arrivals().by(ArrivalGrouping.SOURCE, LocalDate.EPOCH, LocalDate.MAX.withYear(9999)))
                .containsExactly(new ArrivedFiles("near", 2, 34, 0));
    }

    static FileOutcome cameFrom(FileEntry entry, List<Origin> origins) {
        FileOutcome done = TestSessions.done(entry);
        return new FileOutcome(
                done.file(), done.state(), done.evidence(), null, 17, 0, 5, null, null, Reuse.NONE, origins, null);
    }

    @Test
    void whatASiteGaveIsKnownAfterARestart() {
        site.sessions.ends(entry -> {
            site.sessions
                    .last()
                    .listener
                    .onCopyTried(entry.file(), entry.copies().get(0).location(), OTHER);
            return TestSessions.waits(
                    entry,
                    new MoverException(ErrorCode.PEER_UNREACHABLE, "down"),
                    site.clock.instant().plusSeconds(60));
        });
        JobId job = site.submit(options, atSitesAlone());
        site.start();
        site.when(
                job,
                found -> !site.files(job).isEmpty() && site.files(job).get(0).trouble() != null);
        site.sessions.ends(TestSessions::done);
        site.crashAndStart();
        site.clock.turn(Duration.ofMinutes(2));

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        List<Copy> copies = site.sessions.last().entries.get(0).copies();
        assertThat(copies).extracting(Copy::gave).containsExactly(Optional.of(OTHER), Optional.empty());
    }
}
