package org.bdm.server.job.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of unknown size, whose data nodes are asked when the job is listed. */
class WebListingTest {
    private static final String DOWN = "down.example";
    private static final String UP = "up.example";
    private static final MoverException NO_CONNECTION =
            new MoverException(ErrorCode.DATA_NODE_UNREACHABLE, DOWN + " does not answer");

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory).listingOnly();
        site.web.troubles.put(DOWN, NO_CONNECTION);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static String at(String host, String name) {
        return "https://" + host + "/data/" + name;
    }

    private void publish(String host, String name) {
        FileVersion version = new FileVersion(5, Instant.EPOCH, Instant.EPOCH, 0);
        site.web.files.put(URI.create(at(host, name)), new FileStatus(FileKind.FILE, version, 0644, null));
    }

    private static SubmittedItem item(String name, String... hosts) {
        List<ItemCopy> copies = Arrays.stream(hosts)
                .map(host -> new ItemCopy(at(host, name), 0))
                .toList();
        return new SubmittedItem(
                copies.get(0).source(),
                "bdm://b/in/" + name,
                false,
                SubmittedItem.SIZE_UNKNOWN,
                List.of(),
                null,
                copies.size() == 1 ? List.of() : copies);
    }

    private JobId started(SubmittedItem... items) {
        JobId job = site.submit(new TestSite.Options(), items);
        site.start();
        return job;
    }

    private Job listedInTime(JobId job) {
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(5));
            return site.job(job).listingComplete();
        });
        return site.job(job);
    }

    private long looks(String host) {
        return site.web.asked().stream()
                .filter(location -> location.getHost().equals(host))
                .count();
    }

    @Test
    void aDataNodeThatIsDownIsAskedAgainLaterAndTheJobSaysWhyItWaits() {
        publish(DOWN, "a.nc");
        JobId job = started(item("a.nc", DOWN));
        Job waiting = site.when(job, found -> found.reason() != null);
        assertThat(waiting.reason().code()).isEqualTo("DATA_NODE_UNREACHABLE");
        assertThat(waiting.reason().nextAt()).isEqualTo(site.clock.instant().plusSeconds(2));
        assertThat(looks(DOWN)).isEqualTo(1);

        site.clock.turn(Duration.ofSeconds(2));
        site.when(
                job,
                found -> found.reason() != null
                        && site.clock
                                .instant()
                                .plusSeconds(4)
                                .equals(found.reason().nextAt()));
        site.web.troubles.clear();
        site.clock.turn(Duration.ofSeconds(4));
        site.listed(job);
        assertThat(site.files(job)).singleElement().satisfies(file -> {
            assertThat(file.state()).isEqualTo(FileState.PENDING);
            assertThat(file.status().version().size()).isEqualTo(5);
        });
        assertThat(looks(DOWN)).isEqualTo(3);
        site.when(job, found -> found.reason() == null);
    }

    @Test
    void anotherCopyThatAnswersIsNotWaitedFor() {
        publish(UP, "a.nc");
        JobId job = started(item("a.nc", DOWN, UP));
        site.listed(job);
        assertThat(site.files(job)).extracting(FileRow::state).containsExactly(FileState.PENDING);
        assertThat(looks(DOWN)).isEqualTo(1);
    }

    @Test
    void theSha256OfAFileDecidesWhereverItStandsAmongThePublishedDigests() {
        publish(UP, "a.nc");
        SubmittedItem plain = item("a.nc", UP);
        Checksum md5 = new Checksum(ChecksumAlgorithm.MD5, new byte[16]);
        Checksum sha256 = new Checksum(ChecksumAlgorithm.SHA256, new byte[32]);
        JobId job = started(new SubmittedItem(
                plain.source(), plain.destination(), false, SubmittedItem.SIZE_UNKNOWN, List.of(md5, sha256)));
        site.listed(job);
        assertThat(site.web.copies()).extracting(Copy::digestDecides).containsExactly(true);
    }

    @Test
    void whatWasListedBeforeCanBeFetchedWhileADataNodeIsWaitedFor() {
        publish(UP, "a.nc");
        JobId job = started(item("a.nc", UP), item("b.nc", DOWN));
        site.when(job, found -> found.reason() != null);
        assertThat(site.files(job)).extracting(FileRow::state).containsExactly(FileState.PENDING);
    }

    @Test
    void aDataNodeThatStaysAwayFailsItsFilesAndIsWaitedForOnce() {
        publish(UP, "c.nc");
        JobId job = started(item("a.nc", DOWN), item("b.nc", DOWN), item("c.nc", UP));
        Instant began = site.clock.instant();
        listedInTime(job);
        assertThat(Duration.between(began, site.clock.instant())).isGreaterThan(Duration.ofMinutes(2));
        assertThat(site.files(job))
                .extracting(FileRow::state)
                .containsExactly(FileState.FAILED, FileState.FAILED, FileState.PENDING);
        assertThat(site.files(job).get(0).trouble().code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(site.web.asked())
                .as("of the second one only once more")
                .filteredOn(location -> location.getPath().endsWith("b.nc"))
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void whatWillNeverPassFailsAtOnce() {
        JobId job = started(item("a.nc", UP));
        site.listed(job);
        assertThat(site.files(job))
                .singleElement()
                .satisfies(file -> assertThat(file.trouble().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
        assertThat(looks(UP)).isEqualTo(1);
    }
}
