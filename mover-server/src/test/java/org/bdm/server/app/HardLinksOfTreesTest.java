package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.JobSettings.HardLinkNames;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of a dataset whose files are hard links of each other, on real file systems: what a job that keeps them makes of it. */
@Tag("T4")
class HardLinksOfTreesTest {
    private static final int FILES = 20;
    private static final int LINKED = 18;
    private static final int SIZE = 20_000;

    /** The servers are those of all tests, each of which has a tree of its own: starts are what takes time. */
    @TempDir
    static Path directory;

    private static RunningServer a;
    private static RunningServer b;
    private static int trees;

    private String tree;
    private Path source;
    private Path destination;

    @BeforeEach
    void placeATree() throws IOException {
        tree = "tree" + trees++;
        source = Files.createDirectory(directory.resolve("source").resolve(tree));
        destination = directory.resolve("destination").resolve(tree);
        Files.createDirectories(source.resolve("v1"));
        Files.createDirectories(source.resolve("v2"));
        for (int i = 0; i < FILES; i++) {
            write(source.resolve("v1/" + i), i, 1);
            if (i < LINKED) Files.createLink(source.resolve("v2/" + i), source.resolve("v1/" + i));
            else write(source.resolve("v2/" + i), i, 2);
        }
    }

    @BeforeAll
    static void start() throws IOException {
        Path source = Files.createDirectory(directory.resolve("source"));
        Path destination = Files.createDirectory(directory.resolve("destination"));
        a = ServerInProcess.start(directory, "a", "data=" + source, List.of());
        b = ServerInProcess.start(
                directory, "b", List.of("--export", "in=" + destination + ":rw", "--export", "own=" + source));
        String code = a.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of("*"))
                .code();
        b.parts().callers().pairing().add(new SiteName("a"), code, List.of());
    }

    @AfterAll
    static void stop() {
        if (b != null) b.stop();
        if (a != null) a.stop();
    }

    private static void write(Path file, int number, int version) throws IOException {
        String line = "file " + number + " of version " + version + "\n";
        String text = line.repeat(SIZE / line.length() + 1).substring(0, SIZE);
        Files.writeString(file, text, StandardCharsets.US_ASCII);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_500_000_000L + version, 123_456_789)));
    }

    private JobCounts ended(String from, ConflictPolicy onConflict) {
        JobId job = SiteInProcess.submit(b, from, "bdm://b/in/" + tree, 0, HardLinkNames.KEEP, onConflict);
        Job ended = SiteInProcess.ended(b, job);
        assertThat(ended.state()).as("%s", ended.reason()).isEqualTo(JobState.SUCCEEDED);
        return b.parts().catalog().jobs().counts(job);
    }

    private static long inode(Path file) throws IOException {
        return (Long) Files.getAttribute(file, "unix:ino");
    }

    private static int links(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:nlink");
    }

    private void assertTheSameLinks() throws IOException {
        for (int i = 0; i < FILES; i++) {
            Path first = destination.resolve("v1/" + i);
            Path second = destination.resolve("v2/" + i);
            assertThat(first).hasSameBinaryContentAs(source.resolve("v1/" + i));
            assertThat(second).hasSameBinaryContentAs(source.resolve("v2/" + i));
            assertThat(Files.getLastModifiedTime(second))
                    .isEqualTo(Files.getLastModifiedTime(source.resolve("v2/" + i)));
            assertThat(links(first)).as(first.toString()).isEqualTo(i < LINKED ? 2 : 1);
            if (i < LINKED) assertThat(inode(second)).isEqualTo(inode(first));
            else assertThat(inode(second)).isNotEqualTo(inode(first));
        }
    }

    @Test
    void aTreeOfAnotherSiteArrivesWithItsLinksAndASecondRunDoesNothing() throws IOException {
        JobCounts first = ended("bdm://a/data/" + tree, ConflictPolicy.SKIP);
        assertTheSameLinks();
        assertThat(first.bytesMoved()).isEqualTo((long) SIZE * (2 * FILES - LINKED));
        assertThat(first.reused().files()).isEqualTo(LINKED);
        assertThat(first.in(FileState.DONE).files()).isEqualTo(2 * FILES);

        JobCounts second = ended("bdm://a/data/" + tree, ConflictPolicy.SKIP);
        assertThat(second.in(FileState.SKIPPED_SAME).files()).isEqualTo(2 * FILES);
        assertThat(second.bytesMoved()).isZero();
    }

    @Test
    void aTreeOfTheSameSiteArrivesWithItsLinks() throws IOException {
        JobCounts counts = ended("bdm://b/own/" + tree, ConflictPolicy.SKIP);
        assertTheSameLinks();
        assertThat(counts.bytesMoved()).isEqualTo((long) SIZE * (2 * FILES - LINKED));
    }

    @Test
    void aChangedFileIsPlacedAnewAndWhatElseIsLinkedToTheOldOneKeepsItsBytes() throws IOException {
        ended("bdm://a/data/" + tree, ConflictPolicy.SKIP);
        Path snapshot = destination.resolveSibling(tree + "-snapshot");
        Files.createLink(snapshot, destination.resolve("v1/3"));
        String before = Files.readString(snapshot);
        write(source.resolve("v1/3"), 3, 7); // through all names

        JobCounts updated = ended("bdm://a/data/" + tree, ConflictPolicy.UPDATE);
        assertThat(snapshot).hasContent(before);
        assertThat(inode(destination.resolve("v1/3"))).isNotEqualTo(inode(snapshot));
        assertTheSameLinks();
        assertThat(updated.bytesMoved()).isEqualTo(SIZE);

        write(source.resolve("v1/3"), 3, 8);
        JobCounts overwritten = ended("bdm://a/data/" + tree, ConflictPolicy.OVERWRITE);
        assertTheSameLinks();
        assertThat(overwritten.bytesMoved()).isEqualTo(SIZE);
    }

    @Test
    void aNameThatAnotherFileHasFailsAndIsLeftAlone() throws IOException {
        Files.createDirectories(destination.resolve("v2"));
        Files.writeString(destination.resolve("v2/5"), "somebody else's");
        JobId job = SiteInProcess.submit(
                b, "bdm://a/data/" + tree, "bdm://b/in/" + tree, 0, HardLinkNames.KEEP, ConflictPolicy.SKIP);
        assertThat(SiteInProcess.ended(b, job).state()).isEqualTo(JobState.PARTIAL);
        assertThat(destination.resolve("v2/5")).hasContent("somebody else's");
        assertThat(links(destination.resolve("v1/5"))).isEqualTo(1);
        assertThat(b.parts().catalog().jobs().counts(job).in(FileState.FAILED).files())
                .isEqualTo(1);
    }
}
