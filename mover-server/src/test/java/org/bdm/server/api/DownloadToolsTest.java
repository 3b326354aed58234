package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that people download with go on with a file that broke off; skipped for what is not installed here. */
class DownloadToolsTest {
    private static final byte[] CONTENT = new byte[4_000_000];
    private static final int HAD = 1_500_000;

    @TempDir
    static Path home;

    private static RunningApi api;

    @TempDir
    Path target;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        new Random(2).nextBytes(CONTENT);
        Files.write(api.archive.resolve("tas.nc"), CONTENT);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void curlGoesOn() throws Exception {
        begun();
        assertThat(run("curl", "-sS", "-C", "-", "-o", "tas.nc", "-w", "%{http_code} %{size_download}", address()))
                .contains("206 " + (CONTENT.length - HAD));
        assertThat(target.resolve("tas.nc")).hasBinaryContent(CONTENT);
        assertThat(run("curl", "-sS", "-C", "-", "-o", "tas.nc", "-w", "%{http_code}", address()))
                .contains("416");
        assertThat(target.resolve("tas.nc")).hasBinaryContent(CONTENT);
    }

    @Test
    void wgetGoesOn() throws Exception {
        begun();
        assertThat(run("wget", "-c", "-S", "--no-verbose", address())).contains("206 ");
        assertThat(target.resolve("tas.nc")).hasBinaryContent(CONTENT);
        run("wget", "-c", "--no-verbose", address());
        assertThat(target.resolve("tas.nc")).hasBinaryContent(CONTENT);
    }

    @Test
    void aria2GoesOnAndTakesSeveralRangesAtOnce() throws Exception {
        begun();
        String options =
                "--continue=true --log=- --log-level=info --split=3 --min-split-size=1M --max-connection-per-server=3";
        String[] command = Stream.concat(
                        Stream.of("aria2c"), Stream.concat(Arrays.stream(options.split(" ")), Stream.of(address())))
                .toArray(String[]::new);
        assertThat(run(command)).contains("206 ");
        assertThat(target.resolve("tas.nc")).hasBinaryContent(CONTENT);
    }

    @Test
    void wgetTakesATree() throws Exception {
        Path tree = Files.createDirectories(api.archive.resolve("tree/v 1"));
        Files.write(tree.resolve("a+b<c>.nc"), CONTENT);
        Files.write(tree.resolveSibling("top.nc"), new byte[7]);
        Files.createSymbolicLink(tree.resolveSibling("latest"), Path.of("v 1"));
        String root = api.uri("/thredds/fileServer/archive/tree/").toString();
        run("wget", "--no-verbose", "-r", "-np", "-nH", "--cut-dirs=4", "-R", "index.html*", root);
        assertThat(target.resolve("v 1/a+b<c>.nc")).hasBinaryContent(CONTENT);
        assertThat(target.resolve("latest/a+b<c>.nc")).hasBinaryContent(CONTENT);
        assertThat(target.resolve("top.nc")).hasBinaryContent(new byte[7]);
    }

    private void begun() throws IOException {
        Files.write(target.resolve("tas.nc"), Arrays.copyOf(CONTENT, HAD));
    }

    private static String address() {
        return api.uri("/thredds/fileServer/archive/tas.nc").toString();
    }

    private String run(String... command) throws IOException, InterruptedException {
        boolean isInstalled = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, command[0])));
        assumeTrue(isInstalled, command[0] + " is not installed here");
        Path printed = target.resolve("printed");
        Process process = new ProcessBuilder(List.of(command))
                .directory(target.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(printed, StandardCharsets.ISO_8859_1);
    }
}
