package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs cat and cp: what they take for the file, and what never ends with 0. */
class FileVerbsTest {
    private static final String OK = "HTTP/1.1 200 OK";
    private static final String CONTENT = "CDF\u0001some bytes";
    private static final String SITE = "bdm://north/data/d/a%20b.nc";
    private static final String PATH = "/thredds/fileServer/data/d/a%20b.nc";

    private final RawServer server = new RawServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @TempDir
    Path directory;

    @BeforeEach
    void ofSiteNorth() {
        String version = "{\"name\": \"mover-server\", \"version\": \"1\", \"site\": \"north\"}";
        server.on("/api/v1/version", version, OK, "Content-Length: " + version.length(), "Connection: close");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] sha256(String content) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(content.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private void served(String path, String content, String... more) {
        server.on(
                path,
                content,
                Stream.concat(Stream.of(OK, "Content-Length: " + content.length()), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static String told(String content) {
        return "Repr-Digest: sha-256=:" + Base64.getEncoder().encodeToString(sha256(content)) + ":";
    }

    @Test
    void catPrintsTheFileOfASiteAndItsDigestBesideIt() {
        served(PATH, CONTENT, told(CONTENT));

        Result result = command.run("cat", "bdm://north/data/d/a b.nc", "--digest", "sha256");

        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo(CONTENT);
        assertThat(result.err()).isEqualTo("sha256:" + HexFormat.of().formatHex(sha256(CONTENT)) + "\n");
        assertThat(server.requests(PATH).get(0)).contains("Want-Repr-Digest: sha-256=1");
    }

    @Test
    void aFileThatHasNotTheDigestOfItsSiteIsNotDone() {
        served(PATH, CONTENT, told("other"));

        Result result = command.run("cat", SITE);

        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("CHECKSUM_MISMATCH");
        Path target = directory.resolve("a.nc");
        assertThat(command.run("cp", SITE, target.toString()).code()).isEqualTo(8);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aFileThatIsCutOffIsNotDoneAndLeavesNothing() {
        server.on(PATH, CONTENT, OK, "Content-Length: 1000");

        Result result = command.run("cat", SITE);

        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("cut off after 14 bytes").doesNotContain("\tat ");
        assertThat(command.run("cp", SITE, directory.resolve("a.nc").toString()).code())
                .isEqualTo(3);
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK", // no length: the end cannot be told from a cut
                "HTTP/1.1 202 Accepted\r\nContent-Length: 0",
                "HTTP/1.1 204 No Content",
                "HTTP/1.1 206 Partial Content\r\nContent-Length: 14\r\nContent-Range: bytes 0-13/99",
                "HTTP/1.1 200 OK\r\nContent-Length: 14\r\nContent-Encoding: gzip",
                "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ftp://a/b",
                "HTTP/1.1 503 Busy\r\nContent-Length: 0"
            })
    void whatIsNotTheContentIsNotTakenForIt(String head) {
        server.on(PATH, head.contains("Length: 0") ? "" : CONTENT, head);

        Result result = command.run("cat", SITE);

        assertThat(result.code()).as(result.err()).isEqualTo(8);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void aPageInThePlaceOfAFileIsRefusedAndAFileThatIsCalledAPageIsTaken() {
        served("/login/a.nc", "<!DOCTYPE html><html>login</html>", "Content-Type: text/html");
        served("/data/a.nc", CONTENT, "Content-Type: text/html");

        Result page = command.run("cat", server.url() + "/login/a.nc");
        assertThat(page.code()).isEqualTo(8);
        assertThat(page.err()).contains("page of HTML");
        assertThat(command.run("cat", server.url() + "/data/a.nc").out()).isEqualTo(CONTENT);
    }

    @Test
    void aPartIsTakenOnlyIfItIsTheOneThatWasAskedFor() {
        server.on(PATH, "some", "HTTP/1.1 206 Partial", "Content-Length: 4", "Content-Range: bytes 4-7/14");

        Result result = command.run("cat", SITE, "--range", "4-7");
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo("some");
        assertThat(server.requests(PATH).get(0)).contains("Range: bytes=4-7");
        assertThat(command.run("cat", SITE, "--range", "5-8").code()).isEqualTo(8);
        served(PATH, CONTENT);
        Result whole = command.run("cat", SITE, "--range", "4-7");
        assertThat(whole.code()).isEqualTo(8);
        assertThat(whole.err()).contains("serves no ranges");
        assertThat(whole.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "4-7,4-7/14,true",
        "10-99,10-13/14,true",
        "10-,10-13/14,true",
        "-4,10-13/14,true",
        "-99,0-13/14,true",
        "4-7,4-6/14,false",
        "10-,10-12/14,false",
        "-4,9-13/14,false",
        "4-7,4-7/*,true"
    })
    void aPartIsComparedWithTheSizeThatItsServerTells(String wanted, String told, boolean isTaken) {
        String[] ends = told.split("[-/]");
        String body = "x".repeat(Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1);
        server.on(
                PATH, body, "HTTP/1.1 206 Partial", "Content-Length: " + body.length(), "Content-Range: bytes " + told);
        assertThat(command.run("cat", SITE, "--range", wanted).code()).isEqualTo(isTaken ? 0 : 8);
    }

    @Test
    void aReaderThatGoesAwayIsNoErrorToBeRead() {
        served(PATH, CONTENT);
        command.output(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        });

        Result result = command.run("cat", SITE);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void aFileOfAnotherSiteIsNotTakenFromAnExportOfTheSameName() {
        served(PATH, CONTENT);

        Result result = command.run("cat", "bdm://south/data/d/a%20b.nc");

        assertThat(result.code()).isEqualTo(5);
        assertThat(result.err()).contains("is of site 'north', not of 'south'").contains("--server");
        assertThat(result.out()).isEmpty();
        served(PATH, CONTENT, "BDM-Site: west");
        Result told = command.run("cat", SITE);
        assertThat(told.code()).isEqualTo(5);
        assertThat(told.err()).contains("is of site 'west', not of 'north'");
        assertThat(told.out()).isEmpty();
        assertThat(command.run("cat", "bdm://south/data/none").err()).contains("not of 'south'");
    }

    @Test
    void aServerThatTellsItsSiteWithTheFileIsAskedOnce() {
        served(PATH, CONTENT, "BDM-Site: north");

        assertThat(command.run("cat", SITE).out()).isEqualTo(CONTENT);

        assertThat(server.requests("/api/v1/version")).isEmpty();
    }

    @Test
    void aTokenIsNotPassedOnToWhereAnAnswerLeads() {
        try (RawServer other = new RawServer()) {
            server.on(PATH, "", "HTTP/1.1 302 Found", "Content-Length: 0", "Location: " + other.url() + "/b.nc");
            other.on("/b.nc", CONTENT, OK, "Content-Length: 14");
            Path token = Files.writeString(directory.resolve("token"), "secret");

            assertThat(command.environment("BDM_TOKEN_FILE", token.toString())
                            .run("cat", SITE)
                            .out())
                    .isEqualTo(CONTENT);

            assertThat(server.requests(PATH).get(0)).contains("Bearer secret");
            assertThat(other.requests("/b.nc").get(0)).doesNotContain("secret");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void cpPlacesTheFileWithItsTimeAndReplacesNothingUnasked() throws IOException {
        served("/x/a%20b.nc", CONTENT, "Last-Modified: Thu, 02 Jan 2025 03:04:05 GMT");
        String source = server.url() + "/x/a%20b.nc";

        assertThat(command.run("cp", source, directory.toString()).code()).isZero();

        Path file = directory.resolve("a b.nc");
        assertThat(file).hasContent(CONTENT);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.from(Instant.parse("2025-01-02T03:04:05Z")));
        Files.writeString(file, "mine");
        Result again = command.run("cp", source, file.toString());
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("--overwrite");
        assertThat(file).hasContent("mine");
        assertThat(server.requests("/x/a%20b.nc")).hasSize(1);
        assertThat(command.run("cp", source, file.toString(), "--overwrite").code())
                .isZero();
        assertThat(file).hasContent(CONTENT);
        assertThat(directory.toFile().list()).containsExactly("a b.nc");
    }

    @Test
    void whatAKilledProcessOfTheSameIdLeftIsNotInTheWay() throws IOException {
        Path from = Files.writeString(directory.resolve("from.nc"), CONTENT);
        Path target = directory.resolve("to.nc");
        Path left = directory.resolve(".to.nc." + ProcessHandle.current().pid() + ".partial");
        Files.writeString(left, "half");
        assertThat(command.run("cp", from.toString(), target.toString()).code()).isZero();
        assertThat(target).hasContent(CONTENT);
        assertThat(left).hasContent("half");
    }

    @Test
    void cpOfAFileOfThisMachineIsVerifiedByWhatIsExpected() throws IOException {
        Path source = Files.writeString(directory.resolve("a.nc"), "abc");
        Path target = directory.resolve("b.nc");
        String wrong = "md5:" + "0".repeat(32);

        assertThat(command.run("cp", source.toString(), target.toString(), "--expect", wrong)
                        .code())
                .isEqualTo(8);
        assertThat(target).doesNotExist();
        String right = "md5:900150983cd24fb0d6963f7d28e17f72";
        assertThat(command.run("cp", source.toString(), target.toString(), "--expect", right)
                        .code())
                .isZero();
        assertThat(target).hasContent("abc");
        assertThat(command.run("cp", source.toString(), "-").out()).isEqualTo("abc");
        Result toSite = command.run("cp", source.toString(), "bdm://north/data/x");
        assertThat(toSite.code()).isEqualTo(2);
        assertThat(toSite.err()).contains("'bdm-client submit'");
        assertThat(command.run("cat", source.toString()).code()).isEqualTo(2);
        assertThat(command.run("cp", directory.resolve("none").toString(), "-").code())
                .isEqualTo(2);
    }

    @Test
    void aFileThatIsNotThereIsUnknown() {
        assertThat(command.run("cat", SITE).code()).isEqualTo(5);
        assertThat(command.run("cat", "http://127.0.0.1:1/a.nc").code()).isEqualTo(3);
    }
}
