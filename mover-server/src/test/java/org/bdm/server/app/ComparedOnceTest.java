package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose times differ at both ends are read once, and not by each job that asks for them. */
@Tag("T3")
@Tag("F5")
class ComparedOnceTest {
    private static final int FILES = 5;
    private static final int BYTES = 200_000;

    /** The servers are those of all tests, each of which has a tree of its own: starts are what takes time. */
    @TempDir
    private static Path directory;

    private static RunningServer source;
    private static RunningServer destination;
    private static int trees;

    private String tree;
    private Path sourceTree;
    private Path destinationTree;

    @BeforeAll
    static void start() throws IOException {
        Path sourceTree = Files.createDirectory(directory.resolve("source"));
        Path destinationTree = Files.createDirectory(directory.resolve("destination"));
        source = ServerInProcess.start(directory, "a", "data=" + sourceTree, List.of());
        destination = ServerInProcess.start(directory, "b", "in=" + destinationTree + ":rw", List.of());
        String code = source.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of("*"))
                .code();
        destination.parts().callers().pairing().add(new SiteName("a"), code, List.of());
    }

    @BeforeEach
    void placeATree() throws IOException {
        tree = "t" + trees++;
        sourceTree = Files.createDirectory(directory.resolve("source").resolve(tree));
        destinationTree = directory.resolve("destination").resolve(tree);
        Random random = new Random(1);
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = new byte[BYTES];
            random.nextBytes(bytes);
            Path file = Files.write(sourceTree.resolve("f" + i), bytes);
            Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_500_000_001, 123_456_789)));
        }
        runs();
    }

    @AfterAll
    static void stop() {
        if (source != null) source.stop();
        if (destination != null) destination.stop();
    }

    private Map<FileState, Long> runs() {
        Job ended = SiteInProcess.ended(
                destination, SiteInProcess.submit(destination, "bdm://a/data/" + tree, "bdm://b/in/" + tree, 0));
        JobCounts counts = destination.parts().catalog().jobs().counts(ended.id());
        return Map.of(
                FileState.SKIPPED_SAME, counts.in(FileState.SKIPPED_SAME).files(),
                FileState.FAILED, counts.in(FileState.FAILED).files());
    }

    private List<Path> placed() throws IOException {
        try (Stream<Path> all = Files.list(destinationTree)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private void setTimes(Instant time) throws IOException {
        for (Path file : placed()) Files.setLastModifiedTime(file, FileTime.from(time));
    }

    /** Other bytes of the same size and time: who reads the file finds it different. */
    private void changeUnseen() throws IOException {
        for (Path file : placed()) {
            FileTime time = Files.getLastModifiedTime(file);
            byte[] bytes = Files.readAllBytes(file);
            bytes[7] ^= 1;
            Files.write(file, bytes);
            Files.setLastModifiedTime(file, time);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 10_000_000, 1_000_000_000L, 2_000_000_000L})
    void timesThatTheDestinationCutsAreComparedOnce(long granularity) throws IOException {
        Instant time = Instant.ofEpochSecond(1_500_000_001, 123_456_789);
        long seconds = Math.max(1, granularity / 1_000_000_000L);
        long nanos = granularity >= 1_000_000_000L ? 0 : time.getNano() / granularity * granularity;
        setTimes(Instant.ofEpochSecond(time.getEpochSecond() / seconds * seconds, nanos));

        assertThat(runs()).containsEntry(FileState.SKIPPED_SAME, FILES + 0L);
        // A time that counts as the same is no comparison: as the holding has another one, the next job reads once.
        if (granularity < 1_000) runs();
        changeUnseen();
        assertThat(runs()).as("nothing is read").containsEntry(FileState.SKIPPED_SAME, FILES + 0L);
    }

    @Test
    void timesOfAnotherDayAreComparedOnceAndAgainWhenTheyChange() throws IOException {
        setTimes(Instant.parse("2024-05-06T07:08:09Z"));
        assertThat(runs()).containsEntry(FileState.SKIPPED_SAME, FILES + 0L);
        changeUnseen();
        assertThat(runs()).as("nothing is read").containsEntry(FileState.SKIPPED_SAME, FILES + 0L);

        setTimes(Instant.parse("2024-05-06T07:08:10Z"));
        assertThat(runs()).as("all is read").containsEntry(FileState.FAILED, FILES + 0L);
    }

    @Test
    void aSourceOfAnotherTimeIsComparedAgain() throws IOException {
        setTimes(Instant.ofEpochSecond(1_500_000_001));
        assertThat(runs()).containsEntry(FileState.SKIPPED_SAME, FILES + 0L);
        changeUnseen();
        for (int i = 0; i < FILES; i++) {
            Path file = sourceTree.resolve("f" + i);
            FileTime later =
                    FileTime.from(Files.getLastModifiedTime(file).toInstant().plus(Duration.ofMinutes(1)));
            Files.setLastModifiedTime(file, later);
        }
        assertThat(runs()).containsEntry(FileState.FAILED, FILES + 0L);
    }

    @Test
    void whatIsComparedIsRememberedWithBothTimes() throws IOException {
        setTimes(Instant.ofEpochSecond(1_500_000_001));
        runs();
        assertThat(destination
                        .parts()
                        .catalog()
                        .comparedFiles()
                        .inDirectory(new ExportName("in"), StorePath.ofUtf8(tree)))
                .hasSize(FILES)
                .allMatch(file -> file.seen().equals(Instant.ofEpochSecond(1_500_000_001)))
                .allMatch(file -> file.source().getNano() == 123_456_789);
    }
}
