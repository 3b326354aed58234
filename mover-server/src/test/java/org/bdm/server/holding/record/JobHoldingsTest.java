package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.testkit.InventedClaims;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job left here, and what is held under the same names since. */
class JobHoldingsTest {
    private static final ExportName IN = new ExportName("in");
    private static final StorePath ONE = StorePath.ofUtf8("tree/one.nc");

    @TempDir
    Path directory;

    private TestSite site;
    private JobId job;

    @BeforeEach
    void moveOneFile() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 1).directory("empty"));
        site.sessions.ends(entry -> {
            place(entry.destination());
            return TestSessions.done(entry);
        });
        job = site.submitTree();
        site.start();
        site.ended(job);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void place(StorePath path) {
        site.destination.makeDirectories(path.parent(), 0755);
        WorkArea area = site.destination.workArea(new JobId(999));
        try (WritableFile file = area.create("content")) {
            file.write(0, ByteBuffer.allocate(1));
            file.setAttributes(TestTree.MODIFIED, 0644);
            file.force();
        }
        area.place("content", path, PlaceMode.REPLACE);
    }

    private JobHoldings left(String ownSite) {
        return new JobHoldings(
                site.catalog,
                site.exports,
                new OwnSite(new SiteName(ownSite), new NodeId("a".repeat(64)), "127.0.0.1:1"));
    }

    private List<Holding> all(String ownSite) {
        List<Holding> all = new ArrayList<>();
        left(ownSite).forEach(job.toString(), all::add);
        return all;
    }

    private Holding only() {
        List<Holding> all = all("b");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private Checksum computed() {
        return site.files(job).stream()
                .filter(file -> file.evidence() != null)
                .findFirst()
                .orElseThrow()
                .evidence()
                .digest();
    }

    private void hold(long size, Instant modified, HoldingState state, HoldingDigest... digests) {
        site.catalog
                .holdings()
                .put(List.of(
                        new Holding(IN, ONE, null, size, modified, state, modified, List.of(digests), 0, null, null)))
                .join();
    }

    private static HoldingDigest own(Checksum digest) {
        return new HoldingDigest(digest, DigestOrigin.READ, Instant.EPOCH);
    }

    private List<Checksum> digests() {
        return only().digests().stream().map(HoldingDigest::digest).distinct().toList();
    }

    @Test
    void onlyRegularFilesAtThisSiteAreLeftByAJob() {
        assertThat(only().path()).isEqualTo(ONE);
        assertThat(left("b").first(job.toString())).isPresent();
        assertThat(all("elsewhere")).isEmpty();
        assertThat(left("elsewhere").first(job.toString())).isEmpty();
        assertThat(digests()).containsExactly(computed());
        assertThat(only().state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void fileThatIsNoHoldingAnyMoreHasWhatTheJobKnows() {
        site.catalog.holdings().forget(IN, List.of(ONE)).join();
        assertThat(only().state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(only().size()).isEqualTo(1);
        assertThat(digests()).containsExactly(computed());
    }

    @Test
    void digestOfTheJobCountsAsLongAsTheFileIsTheSame() {
        HoldingDigest listed = new HoldingDigest(InventedClaims.md5(1), DigestOrigin.LISTED, Instant.EPOCH);
        hold(1, TestTree.MODIFIED.plusSeconds(2), HoldingState.DAMAGED, listed);
        assertThat(only().state()).as("what is held says more").isEqualTo(HoldingState.DAMAGED);
        assertThat(digests()).containsExactlyInAnyOrder(InventedClaims.md5(1), computed());
        hold(1, TestTree.MODIFIED, HoldingState.VERIFIED, own(InventedClaims.md5(2)));
        assertThat(digests()).containsExactlyInAnyOrder(InventedClaims.md5(2), computed());
    }

    @Test
    void digestOfTheJobSaysNothingOfAFileThatWasReplacedSince() {
        hold(2, TestTree.MODIFIED, HoldingState.UNVERIFIED);
        assertThat(digests()).as("another size").isEmpty();
        hold(1, TestTree.MODIFIED.plus(Duration.ofMillis(2_001)), HoldingState.UNVERIFIED);
        assertThat(digests()).as("a later time").isEmpty();
        hold(1, TestTree.MODIFIED.minus(Duration.ofSeconds(3)), HoldingState.UNVERIFIED);
        assertThat(digests()).as("an earlier time").isEmpty();
        Checksum other = Checksum.ofHex(computed().algorithm(), "ab".repeat(32));
        hold(1, TestTree.MODIFIED, HoldingState.VERIFIED, own(other));
        assertThat(digests()).as("another digest").containsExactly(other);
        HoldingDigest listed = new HoldingDigest(other, DigestOrigin.LISTED, Instant.EPOCH);
        hold(1, TestTree.MODIFIED, HoldingState.DISPUTED, listed);
        assertThat(digests()).as("what others say does not replace it").containsExactlyInAnyOrder(other, computed());
    }

    @Test
    void onlyJobsThatExistAreLookedAt() {
        assertThat(JobHoldings.isJob("job-7")).isTrue();
        assertThat(JobHoldings.isJob("job-0")).isFalse();
        assertThat(JobHoldings.isJob("a.b.c.v1")).isFalse();
        assertThat(JobHoldings.existing(site.catalog, job.toString())).isEqualTo(job);
        assertThatThrownBy(() -> JobHoldings.existing(site.catalog, "job-99"))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_JOB));
    }
}
