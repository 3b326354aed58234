package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bdm.client.demo.DemoFailure;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.TwoSites.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users and the field do wrong: each has its code, and nothing else is harmed. */
@ExtendWith(SharedSites.class)
class BadInputIT {
    @TempDir
    Path directory;

    private final TwoSites sites;

    BadInputIT(TwoSites sites) {
        this.sites = sites;
    }

    @ParameterizedTest
    @CsvSource({
        "bdm://nowhere/data/x, bdm://b/replica/x, UNKNOWN_SITE",
        "bdm://a/nothing/x,    bdm://b/replica/x, UNKNOWN_EXPORT",
        "bdm://a/data/x,       bdm://b/nothing/x, UNKNOWN_EXPORT",
        "bdm://a/data/x,       bdm://a/data/y,    DESTINATION_NOT_LOCAL",
        "bdm://a/data/../x,    bdm://b/replica/x, INVALID_PATH",
        "bdm://a/data/x%00,    bdm://b/replica/x, INVALID_PATH",
        "bdm://a/data/missing, bdm://b/replica/x, SOURCE_NOT_FOUND",
    })
    void whatIsNotThereIsNamedWithItsCode(String source, String destination, String code) {
        Result result = sites.client("submit", source, destination, "--wait");
        assertThat(result.code()).isNotZero();
        assertThat(everythingSaid(result)).contains(code);
    }

    @Test
    void aFifoFailsAloneAndNobodyBlocks() throws IOException {
        Shell.run("mkdir \"$1/fifo\" && cd \"$1/fifo\" && echo 1 > good && mkfifo bad", sites.sourceData());
        assertFailsAlone("fifo", "SPECIAL_FILE", "bad");
    }

    @Test
    void aDanglingLinkInTheTreeIsCopied() throws Exception {
        Shell.run("mkdir \"$1/dangling\" && cd \"$1/dangling\" && echo 1 > good && ln -s none bad", sites.sourceData());
        assertThat(sites.submit("dangling").awaitEnd(Duration.ofMinutes(1)).state())
                .isEqualTo("SUCCEEDED");
        assertThat(Files.readSymbolicLink(sites.destinationData().resolve("dangling/bad")))
                .isEqualTo(Path.of("none"));
    }

    @Test
    void aLinkOutOfTheTreeFailsAlone() throws IOException {
        Shell.run(
                "mkdir \"$1/leaving\" && cd \"$1/leaving\" && echo 1 > good && ln -s /etc/hostname bad",
                sites.sourceData());
        assertFailsAlone("leaving", "LINK_LEAVES_TREE", "bad");
        assertThat(sites.destinationData().resolve("leaving/bad")).doesNotExist();
    }

    @Test
    void twoEntriesWithOneDestinationAreRefusedBeforeAnythingIsDone() throws IOException {
        Shell.run("echo 1 > \"$1/one\" && echo 2 > \"$1/two\"", sites.sourceData());
        Path batch = Files.writeString(
                directory.resolve("batch"),
                sites.from("one") + " " + sites.to("same") + "\n" + sites.from("two") + " " + sites.to("same") + "\n");
        Result result = sites.client("submit", "--batch", batch.toString());
        assertThat(result.code()).as(result.err()).isEqualTo(8);
        assertThat(result.err()).contains("DUPLICATE_DESTINATION");
        assertThat(sites.destinationData().resolve("same")).doesNotExist();
    }

    @Test
    void anotherContentAtTheDestinationIsLeftAloneUnlessOverwritten() throws IOException {
        Shell.run(
                "mkdir \"$1/conflict\" && echo new > \"$1/conflict/x\" && echo 1 > \"$1/conflict/y\"",
                sites.sourceData());
        Shell.run("mkdir \"$1/conflict\" && echo old-one > \"$1/conflict/x\"", sites.destinationData());
        Path there = sites.destinationData().resolve("conflict/x");

        assertFailsAlone("conflict", "DESTINATION_EXISTS", "x");
        assertThat(there).hasContent("old-one");
        assertThat(sites.replicate("conflict", "--on-conflict", "fail").code()).isEqualTo(1);
        assertThat(there).hasContent("old-one");
        assertThat(sites.replicate("conflict", "--on-conflict", "overwrite").code())
                .isZero();
        assertThat(there).hasContent("new");
    }

    @Test
    void namesArriveByteForByte() throws IOException {
        Path tree = Files.createDirectories(sites.sourceData().resolve("names"));
        for (String name :
                new String[] {"%FF%FE", "a%0Ab", "%20", "%2525", "-rf", "~", "e%CC%81", "%C3%A9", "x".repeat(255)})
            Files.writeString(Path.of(URI.create(tree.toUri() + name)), "content of " + name);
        Result result = sites.replicate("names");
        assertThat(result.code()).as(result.err()).isZero();
        Shell.run("diff -r \"$1\" \"$2\"", tree, sites.destinationData().resolve("names"));
        String files = sites.client("files", result.out().strip()).out();
        assertThat(files)
                .containsIgnoringCase("%FF%FE")
                .containsIgnoringCase("a%0Ab")
                .doesNotContain("a\nb");
    }

    @Test
    void aWrongTokenIsNotAllowed() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong"), "not-the-token");
        assertThat(sites.client("list", "--token-file", wrong.toString()).code())
                .isEqualTo(4);
    }

    @Test
    void aSecondServerOnOneHomeIsRefused() throws IOException {
        Path export = Files.createDirectory(directory.resolve("export-of-the-second"));
        try (ServerProcess second = TwoSites.server("b", sites.destination().home(), "x=" + export + ":ro", Map.of())) {
            assertThatThrownBy(second::start)
                    .isInstanceOf(DemoFailure.class)
                    .hasMessageContaining("exited with code 1")
                    .hasMessageContaining("ALREADY_RUNNING");
        }
        assertThat(sites.client("list").code()).isZero();
    }

    @Test
    void aPortThatIsTakenIsSaidInOneLine() throws Exception {
        Path export = Files.createDirectory(directory.resolve("export-of-the-late"));
        Path errors = directory.resolve("errors-of-the-late");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            List<String> command = List.of(
                    TwoSites.launcher().toString(),
                    "--site",
                    "late",
                    "--port",
                    port,
                    "--data-port",
                    "0",
                    "--home",
                    directory.resolve("home-of-the-late").toString(),
                    "--export",
                    "x=" + export + ":ro");
            ProcessBuilder late = new ProcessBuilder(command)
                    .redirectOutput(directory.resolve("output-of-the-late").toFile())
                    .redirectError(errors.toFile());
            late.environment().putAll(TwoSites.withJava(Map.of()));
            Process ended = late.start();
            assertThat(ended.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(ended.exitValue()).isEqualTo(1);
            assertThat(Files.readAllLines(errors))
                    .filteredOn(line -> !line.contains(" INFO "))
                    .singleElement()
                    .asString()
                    .contains("ALREADY_RUNNING: port " + port);
        }
    }

    @Test
    void garbageAndPlainHttpOnTheDataPortEndThatConnectionOnly() throws IOException {
        for (String text : new String[] {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u0000\u0001garbage".repeat(1000)}) {
            try (Socket socket = new Socket("127.0.0.1", sites.source().ready().dataPort())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                assertThat(endsWithin(socket)).isTrue();
            }
        }
        Shell.run("mkdir -p \"$1/after\" && echo 1 > \"$1/after/x\"", sites.sourceData());
        assertThat(sites.replicate("after").code()).isZero();
    }

    /** The other side ended it, politely or not, before the time-out of the socket. */
    private static boolean endsWithin(Socket socket) {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private void assertFailsAlone(String tree, String code, String name) throws IOException {
        Result result = sites.replicate(tree);
        assertThat(result.code()).as(result.err()).isEqualTo(1);
        String job = result.out().strip();
        assertThat(sites.client("files", job, "--state", "FAILED").out().lines())
                .singleElement()
                .asString()
                .contains(code, sites.to(tree + "/" + name));
        assertThat(sites.client("report", job).out()).contains("1 with " + code);
        assertThat(sites.api().job(job).files().failed()).isEqualTo(1);
        assertThat(sites.api().job(job).files().done()).isPositive();
    }

    /** A refusal at once, or the reason of a job that failed. */
    private String everythingSaid(Result result) {
        String job = result.out().strip();
        if (job.isEmpty()) return result.err();
        return result.err()
                + sites.client("explain", job).out()
                + sites.client("report", job).out();
    }
}
