package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.TwoSites.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file without a job: {@code cat} and {@code cp} of a served export and of a data node, by the command as users start it. */
class CopyFileIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int MIB = 1 << 20;
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05Z");

    @TempDir
    static Path directory;

    private static ServerProcess site;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(directory.resolve("data/tas"));
        site = TwoSites.server(
                "a",
                directory.resolve("home"),
                List.of("--export", "data=" + directory.resolve("data"), "--http-export", "data=token"));
        site.start();
    }

    @AfterAll
    static void stop() {
        if (site != null) site.close();
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static byte[] served(String name, int bytes) throws IOException {
        byte[] content = content(bytes);
        Path file = Files.write(directory.resolve("data/tas").resolve(name), content);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        return content;
    }

    private static Path launcher() {
        return TwoSites.launcher()
                .resolve("../../../mover-client/bin/bdm-client")
                .normalize();
    }

    /** A command as a process of its own; what it writes goes into the files {@code out} and {@code err}. */
    private static Process command(String... arguments) throws IOException {
        Stream<String> command = Stream.concat(Stream.of(launcher().toString()), Arrays.stream(arguments));
        ProcessBuilder process = new ProcessBuilder(command.toList());
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process.environment().put("BDM_SERVER", site.ready().url().toString());
        process.environment().put("BDM_TOKEN_FILE", site.tokenFile().toString());
        process.redirectOutput(directory.resolve("out").toFile());
        process.redirectError(directory.resolve("err").toFile());
        return process.start();
    }

    private static int ended(Process process) throws Exception {
        assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static Path target() throws IOException {
        return Files.createTempDirectory(directory, "copy").resolve("here.nc");
    }

    @Test
    void catWritesTheBytesOfAFileOrARangeAndNothingElse() throws Exception {
        byte[] content = served("a b%.nc", 3 * MIB + 17);
        String address = "bdm://a/data/tas/a%20b%25.nc";
        assertThat(ended(command("cat", address)))
                .as(Files.readString(directory.resolve("err")))
                .isZero();
        assertThat(directory.resolve("out")).hasBinaryContent(content);
        assertThat(ended(command("cat", address, "--range", "100-299"))).isZero();
        assertThat(directory.resolve("out")).hasBinaryContent(Arrays.copyOfRange(content, 100, 300));
    }

    @Test
    void aFileThatRottedAtItsSiteIsNotPlaced() throws Exception {
        byte[] content = served("rotten.nc", MIB);
        for (List<String> verb : List.of(
                List.of("hold", "--scan", "bdm://a/data/tas/rotten.nc"),
                List.of("verify", "bdm://a/data/tas/rotten.nc"))) {
            Result result = TwoSites.client(site, verb.toArray(String[]::new));
            assertThat(result.code()).as("%s", result).isZero();
        }
        Path right = target();
        assertThat(ended(command("cp", "bdm://a/data/tas/rotten.nc", right.toString())))
                .isZero();
        assertThat(right).hasBinaryContent(content);
        assertThat(Files.getLastModifiedTime(right).toInstant()).isEqualTo(LONG_AGO);

        content[MIB / 2] ^= 1; // as a disk does it: size and time stay
        Path file = directory.resolve("data/tas/rotten.nc");
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        Path target = target();
        assertThat(ended(command("cp", "bdm://a/data/tas/rotten.nc", target.toString())))
                .isNotZero();
        assertThat(directory.resolve("err")).content().contains("CHECKSUM_MISMATCH");
        assertThat(target.getParent()).isEmptyDirectory();
    }

    @Test
    void aCopyThatIsKilledHasNotTheNameAndTheNextOneIsWhole() throws Exception {
        byte[] content = content(24 * MIB);
        System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
        Path node = Files.createDirectories(directory.resolve("node"));
        Files.write(node.resolve("big.nc"), content);
        Path target = target();
        try (DataNodeProcess slow = DataNodeProcess.serving(node, directory.resolve("requests.log"), 8L * MIB)) {
            Process copying = command("cp", slow.url("big.nc"), target.toString());
            JobLook.awaitThat("some bytes", LONGEST, () -> bytesIn(target.getParent()) > MIB);
            copying.destroyForcibly().waitFor();
            assertThat(target).doesNotExist();
            assertThat(ended(command("cp", slow.url("big.nc"), target.toString())))
                    .as(Files.readString(directory.resolve("err")))
                    .isZero();
        }
        assertThat(target).hasBinaryContent(content);
    }

    private static long bytesIn(Path place) {
        try (Stream<Path> files = Files.list(place)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
