package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole servers in one process, without their clients. */
class TwoServersTest {
    @TempDir
    Path directory;

    private Path sourceTree;
    private Path destinationTree;
    private RunningServer source;
    private RunningServer destination;

    @BeforeEach
    void makeTrees() throws IOException {
        sourceTree = Files.createDirectories(directory.resolve("source"));
        destinationTree = Files.createDirectories(directory.resolve("destination"));
    }

    private void start(String read, List<String> ofSource, List<String> ofDestination) {
        source = ServerInProcess.start(directory, "a", "data=" + sourceTree, ofSource);
        destination = ServerInProcess.start(directory, "b", "in=" + destinationTree + ":rw", ofDestination);
        String code = source.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of(read))
                .code();
        destination.parts().callers().pairing().add(new SiteName("a"), code, List.of());
    }

    @AfterEach
    void stop() {
        if (destination != null) destination.stop();
        if (source != null) source.stop();
    }

    @Test
    void aTreeArrivesAsItIsAndASecondJobMovesNothing() throws IOException {
        start("*", List.of(), List.of());
        Random random = new Random(1);
        file("one.nc", random, 100);
        file("empty.nc", random, 0);
        file("deep/er/two.nc", random, 300_000);
        file("deep/three.nc", random, 5_000_000);
        Files.createDirectories(sourceTree.resolve("empty/directory"));
        Files.createSymbolicLink(sourceTree.resolve("latest"), Path.of("deep/er"));
        Files.setLastModifiedTime(sourceTree.resolve("deep/er"), FileTime.from(Instant.ofEpochSecond(1_000_000_000)));

        Job done = SiteInProcess.ended(destination, submit("bdm://a/data", "bdm://b/in/tree"));
        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertSameTree(sourceTree, destinationTree.resolve("tree"));

        Job again = SiteInProcess.ended(destination, submit("bdm://a/data", "bdm://b/in/tree"));
        JobCounts counts = destination.parts().catalog().jobs().counts(again.id());
        assertThat(again.state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(counts.in(FileState.SKIPPED_SAME).files())
                .isEqualTo(counts.total().files());
        assertThat(counts.bytesMoved()).isZero();
    }

    @Test
    void oneEndThatWantsPlainDataAndOneThatDoesNotSaySo() throws IOException {
        start("*", List.of("--data-security", "tls"), List.of("--data-security", "plain"));
        file("one.nc", new Random(2), 10);

        Job paused = SiteInProcess.ended(destination, submit("bdm://a/data", "bdm://b/in/tree"));

        assertThat(paused.state()).as("%s", paused.reason()).isEqualTo(JobState.PAUSED);
        assertThat(paused.reason().code()).isEqualTo("CREDENTIALS");
        assertThat(paused.reason().text()).contains("SECURITY_MISMATCH", "--data-security");
    }

    @Test
    void whatWasGrantedArrivesEncryptedWhenBothEndsAskForThatAndNothingElseDoes() throws IOException {
        List<String> tls = List.of("--data-security", "tls");
        start("data/open", tls, tls);
        file("open/deep/one.nc", new Random(2), 3_000_000);
        file("open/two.nc", new Random(3), 10);
        file("open-not/two.nc", new Random(2), 10);

        Job done = SiteInProcess.ended(destination, submit("bdm://a/data/open", "bdm://b/in/open"));
        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertThat(done.dataSecurity()).isEqualTo("tls");
        for (String closed : List.of("bdm://a/data/open-not", "bdm://a/data")) {
            Job failed = SiteInProcess.ended(destination, submit(closed, "bdm://b/in/" + closed.length()));
            assertThat(failed.state()).as(closed).isEqualTo(JobState.FAILED);
            assertThat(failed.reason().code()).as(closed).isEqualTo("NOT_ALLOWED");
        }
        assertSameTree(sourceTree.resolve("open"), destinationTree.resolve("open"));
    }

    @Test
    @Tag("U2")
    void aSiteIsAskedWhatItLetsThisOneRead() throws Exception {
        start("data/open", List.of(), List.of());
        String line = destination.readyLine();
        String url = line.substring(line.indexOf("url=") + 4).split(" ", 2)[0];
        String token = Files.readString(directory.resolve("home-b").resolve("admin.token"))
                .strip();
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/api/v1/sites/a/grants"))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("{\"site\":\"a\",\"read\":[\"data/open\"],\"write\":[]}");
    }

    private JobId submit(String from, String to) {
        return SiteInProcess.submit(destination, from, to, 0);
    }

    private void file(String name, Random random, int size) throws IOException {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        Path file = sourceTree.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_500_000_000, 123_456_789)));
    }

    private static void assertSameTree(Path expected, Path actual) throws IOException {
        assertThat(names(actual)).isEqualTo(names(expected));
        for (String name : names(expected)) {
            Path one = expected.resolve(name);
            Path other = actual.resolve(name);
            if (Files.isSymbolicLink(one)) {
                assertThat(Files.readSymbolicLink(other)).isEqualTo(Files.readSymbolicLink(one));
                continue;
            }
            if (Files.isRegularFile(one)) assertThat(other).hasSameBinaryContentAs(one);
            if (!name.isEmpty())
                assertThat(Files.getLastModifiedTime(other)).as(name).isEqualTo(Files.getLastModifiedTime(one));
        }
    }

    private static List<String> names(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(path -> root.relativize(path).toString()).sorted().toList();
        }
    }
}
