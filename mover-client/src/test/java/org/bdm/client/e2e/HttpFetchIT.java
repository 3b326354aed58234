package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.DataNodeProcess.Request;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One large file from a data node: the mover dies in the middle, the file is replaced in the middle, the node is not to be asked. */
class HttpFetchIT {
    private static final long MIB = 1L << 20;
    private static final long RESENT_MAX = 64 * MIB;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** Bytes a second of one connection: a mover is killed before it has 128 MiB. */
    private static final long SLOW = 20 * MIB;

    @TempDir
    static Path directory;

    private static DataNodeProcess node;
    private static DataNodeProcess slowNode;
    private static ServerProcess mover;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(directory.resolve("replica"));
        Path files = Files.createDirectories(directory.resolve("node"));
        node = DataNodeProcess.serving(files, directory.resolve("requests.log"), 0);
        slowNode = DataNodeProcess.serving(files, directory.resolve("slow-requests.log"), SLOW);
        mover = TwoSites.server(
                "b",
                directory.resolve("home"),
                List.of(
                        "--export",
                        "replica=" + directory.resolve("replica") + ":rw",
                        "--allow-host",
                        node.host(),
                        "--allow-host",
                        slowNode.host()));
        mover.start();
    }

    @AfterAll
    static void stop() {
        if (mover != null) mover.close();
        if (slowNode != null) slowNode.close();
        if (node != null) node.close();
    }

    private static JobLook submitted(DataNodeProcess from, String name, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("submit", from.url(name), "bdm://b/replica/" + name));
        arguments.addAll(List.of(options));
        return look(told(arguments.toArray(String[]::new)).strip());
    }

    private static JobLook look(String job) throws IOException {
        String token = Files.readString(mover.tokenFile()).strip();
        MoverApi api = new MoverApi(new ServerAddress(mover.ready().url(), token, null));
        return new JobLook(api, job, mover::processId);
    }

    private static Path source(String name, long bytes, int seed) throws IOException {
        Path file = directory.resolve("node").resolve(name);
        Path beside = directory.resolve(name + ".new");
        Random random = new Random(seed);
        byte[] piece = new byte[(int) MIB];
        try (OutputStream out = Files.newOutputStream(beside)) {
            for (long written = 0; written < bytes; written += piece.length) {
                random.nextBytes(piece);
                if (written == 0) System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, piece, 0, 4);
                out.write(piece, 0, (int) Math.min(piece.length, bytes - written));
            }
        }
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        return file;
    }

    @Test
    void afterAKillOnlyWhatWasNotDurableIsAskedForAgain() throws IOException {
        killedAtHalf("big.nc", 256 * MIB);
    }

    @Test
    @Tag("long")
    void afterAKillOnlyWhatWasNotDurableOfTwoGibibytesIsAskedForAgain() throws IOException {
        killedAtHalf("very-big.nc", 2048 * MIB);
    }

    private static void killedAtHalf(String name, long bytes) throws IOException {
        Path source = source(name, bytes, 1);
        JobLook job = submitted(slowNode, name);
        job.await("half", LONGEST, now -> now.bytes().moved() > bytes / 2);
        mover.kill();
        mover.start();
        JobView end = job.awaitEnd(LONGEST);

        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.bytes().resent()).isBetween(0L, RESENT_MAX);
        JobLook.awaitThat("line in the log of the node for each range", LONGEST, () -> sent(name) >= bytes);
        long twice = sent(name) - bytes;
        System.out.printf(
                "%d MiB: %d MiB sent again, by the node's own count %d MiB%n",
                bytes >> 20, end.bytes().resent() >> 20, twice >> 20);
        assertThat(twice)
                .as("what the node sent more than once, by its own count")
                .isLessThan(RESENT_MAX);
        assertThat(Files.mismatch(source, directory.resolve("replica").resolve(name)))
                .isEqualTo(-1);
    }

    private static byte[] offered(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
        Files.write(directory.resolve("node").resolve(name), content);
        return content;
    }

    /** What stands at the destination, with a time of its own. */
    private static void there(String name, byte[] content) throws IOException {
        Path file = directory.resolve("replica").resolve(name);
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
    }

    private static String ended(String name, String... options) throws IOException {
        JobLook job = submitted(node, name, options);
        job.awaitEnd(LONGEST);
        return TwoSites.client(mover, "files", job.id()).out();
    }

    @Test
    @Tag("N7")
    void withoutAPublishedDigestWhatIsThereWithAnotherTimeIsComparedWithTheBytesOfTheNode() throws IOException {
        int bytes = 3 << 20;
        for (String name : List.of("right.nc", "wrong.nc", "right-too.nc", "wrong-too.nc", "cut.nc", "no-bytes.nc"))
            offered(name, bytes);
        byte[] right = Files.readAllBytes(directory.resolve("node/right.nc"));
        byte[] wrong = right.clone();
        wrong[bytes - 1] ^= 1;
        there("right.nc", right);
        there("right-too.nc", right);
        there("wrong.nc", wrong);
        there("wrong-too.nc", wrong);
        there("cut.nc", Arrays.copyOf(right, bytes - 1));
        there("no-bytes.nc", new byte[0]);
        assertThat(ended("right.nc")).containsAnyOf("SKIPPED_SAME", "DONE");
        for (String name : List.of("wrong.nc", "cut.nc", "no-bytes.nc")) {
            assertThat(ended(name)).as(name).contains("FAILED", "DESTINATION_EXISTS");
        }
        assertThat(directory.resolve("replica/wrong.nc")).as("is left alone").hasBinaryContent(wrong);
        assertThat(ended("right-too.nc", "--on-conflict", "overwrite")).contains("DONE");
        assertThat(ended("wrong-too.nc", "--on-conflict", "overwrite")).contains("DONE");
        assertThat(ended("cut.nc", "--on-conflict", "update")).contains("DONE");
        assertThat(ended("no-bytes.nc", "--on-conflict", "overwrite")).contains("DONE");
        for (String name : List.of("right.nc", "right-too.nc", "wrong-too.nc", "cut.nc", "no-bytes.nc")) {
            assertThat(directory.resolve("replica").resolve(name)).hasBinaryContent(right);
        }
        assertThat(TwoSites.client(mover, "quarantine", "list").out()).contains("replica/cut.nc");
    }

    private static String told(String... arguments) {
        TwoSites.Result result = TwoSites.client(mover, arguments);
        assertThat(result.code()).as("%s", result).isZero();
        return result.out();
    }

    @Test
    @Tag("D3")
    @Tag("F1")
    void explainSaysWhatTheEvidenceOfAFileRestsOnAndHowItWasPlaced() throws IOException {
        int bytes = 3 << 20;
        offered("plain.nc", bytes);
        String job =
                told("submit", node.url("plain.nc"), "bdm://b/replica/plain.nc").strip();
        JobView end = look(job).awaitEnd(LONGEST);
        assertThat(end.state()).isEqualTo("SUCCEEDED");
        String unvouched = "one request to " + node.host();
        assertThat(told("files", job)).contains("rests on " + unvouched, "no digest is published");
        String sum = "1 file rests on what data nodes sent, since no digest is published: 1 came in one request";
        assertThat(told("report", job)).contains(sum);
        assertThat(told("holdings", "--export", "replica").lines())
                .filteredOn(line -> line.contains("plain.nc"))
                .singleElement()
                .asString()
                .contains("rests on one request; no digest is published");
        assertThat(told("explain", job))
                .contains("1 file rests on what data nodes sent, since no digest is published: 1 came in one request")
                .containsPattern("placing +(renamed|linked).*; proof: (inode number and size|.*time|reading)");
        String file = told("files", job, "--json").replaceAll("(?s).*\"id\":\"(file-[0-9]+)\".*", "$1");
        assertThat(told("explain", job, file))
                .contains("plain.nc", "stream", "rests on", unvouched)
                .containsPattern("placing +.*proof: ");
        assertThat(told("export", "list")).containsPattern("PLACING\n.*replica.*proof: ");
    }

    /** What the slow node sent of a file. */
    private static long sent(String name) {
        try {
            return slowNode.requests().stream()
                    .filter(request -> request.path().endsWith("/" + name))
                    .mapToLong(Request::sent)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFileThatIsReplacedWhileTheMoverIsDownIsFetchedAnewAndNothingIsMixed() throws IOException {
        long bytes = 128 * MIB;
        Path source = source("replaced.nc", bytes, 1);
        JobLook job = submitted(slowNode, "replaced.nc");
        job.await("half", LONGEST, now -> now.bytes().moved() > bytes / 2);
        mover.kill();
        source("replaced.nc", bytes, 2);
        mover.start();
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(Files.mismatch(source, directory.resolve("replica/replaced.nc")))
                .isEqualTo(-1);
    }

    @Test
    void hostsOfThisMachineAndItsNetworkAreNotAskedUnlessTheyAreNamed() throws IOException {
        List<String> hosts = List.of(
                "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "169.254.169.254", "10.0.0.1", "[::ffff:127.0.0.1]");
        Path batch = directory.resolve("batch");
        for (String host : hosts) {
            String line = "http://" + host + ":1/big.nc bdm://b/replica/" + hosts.indexOf(host) + ".nc\n";
            Files.writeString(batch, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        TwoSites.Result result = TwoSites.client(mover, "submit", "--batch", batch.toString());
        assertThat(result.code()).as("%s", result).isZero();
        JobLook job = look(result.out().strip());
        assertThat(job.awaitEnd(LONGEST).state()).isEqualTo("FAILED");
        assertThat(job.files("FAILED"))
                .hasSize(hosts.size())
                .allMatch(file -> "ADDRESS_REFUSED".equals(file.errorCode()), "refused before anything was asked");
    }
}
