package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebDAV properties, methods and scripts of other pages on served exports: "archive" is for all, "data" for readers. */
class ServedPropertiesTest {
    private static final String ARCHIVE = "/thredds/fileServer/archive/";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05Z");
    private static final String MD5 = "cd".repeat(16);

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Files.createDirectories(api.archive.resolve("tas/v 1"));
        Path file = Files.write(api.archive.resolve("tas/a.nc"), new byte[1234]);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        Holding holding = new Holding(
                new ExportName("archive"),
                StorePath.ofUtf8("tas/a.nc"),
                null,
                1234,
                LONG_AGO,
                HoldingState.READ,
                LONG_AGO,
                List.of(new HoldingDigest(Checksum.ofHex(ChecksumAlgorithm.MD5, MD5), DigestOrigin.READ, LONG_AGO)),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(api.uri(path)).method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) request.headers(headers);
        return api.send(request);
    }

    private static Answer properties(String path, String depth, String body) {
        return send("PROPFIND", path, body, "Depth", depth);
    }

    @Test
    void aDirectoryAndItsEntriesHaveTheirProperties() {
        Answer answer = properties(ARCHIVE + "tas/", "1", "");
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.header("Content-Type")).startsWith("application/xml");
        String tag = send("GET", ARCHIVE + "tas/a.nc", "").header("ETag").replace("\"", "&quot;");
        assertThat(answer.body().split("<D:response>")).hasSize(4);
        assertThat(answer.body())
                .contains("<D:href>" + ARCHIVE + "tas/</D:href>")
                .contains("<D:href>" + ARCHIVE + "tas/v%201/</D:href>")
                .contains("<D:href>" + ARCHIVE + "tas/a.nc</D:href>")
                .contains("<D:resourcetype><D:collection/></D:resourcetype>")
                .contains("<D:getcontentlength>1234</D:getcontentlength>")
                .contains("<D:getlastmodified>Thu, 02 Jan 2020 03:04:05 GMT</D:getlastmodified>")
                .contains("<D:getetag>" + tag + "</D:getetag>")
                .contains("<oc:checksum>MD5:" + MD5 + "</oc:checksum>");
    }

    @Test
    void depthZeroIsTheThingItself() {
        assertThat(properties(ARCHIVE + "tas", "0", "").body().split("<D:response>"))
                .hasSize(2);
        assertThat(properties(ARCHIVE + "tas/a.nc", "0", "").body()).contains("MD5:" + MD5);
        assertThat(properties(ARCHIVE + "tas/a.nc", "1", "").body().split("<D:response>"))
                .hasSize(2);
        assertThat(properties(ARCHIVE + "tas/nothing.nc", "0", "").status()).isEqualTo(404);
        assertThat(properties(ARCHIVE + "tas/a.nc/", "0", "").status()).isEqualTo(404);
    }

    @Test
    void exportsAreDirectoriesOfTheRoot() {
        assertThat(properties("/thredds/fileServer/", "1", "").body())
                .contains("<D:href>/thredds/fileServer/archive/</D:href>")
                .doesNotContain("/data/");
        assertThat(properties("/thredds/fileServer/data/", "1", "").status()).isEqualTo(401);
    }

    @Test
    void whatIsAskedForByNameIsAnsweredAndTheRestIsNotFound() {
        String asked = "<?xml version=\"1.0\"?><d:propfind xmlns:d=\"DAV:\" xmlns:n=\"urn:n&amp;\"><d:prop>"
                + "<d:getcontentlength/><n:other/></d:prop></d:propfind>";
        String body = properties(ARCHIVE + "tas/a.nc", "0", asked).body();
        assertThat(body)
                .contains("<D:prop><D:getcontentlength>1234</D:getcontentlength></D:prop>"
                        + "<D:status>HTTP/1.1 200 OK</D:status>")
                .contains(
                        "<D:prop><x:other xmlns:x=\"urn:n&amp;\"/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>")
                .doesNotContain("getetag");
        String ofXml = "<propfind xmlns=\"DAV:\"><prop><xml:lang/></prop></propfind>";
        assertThat(properties(ARCHIVE + "tas/a.nc", "0", ofXml).body())
                .as("no prefix but xml may stand for its namespace")
                .contains("<D:prop><xml:lang/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>");
        String names = "<propfind xmlns=\"DAV:\"><propname/></propfind>";
        assertThat(properties(ARCHIVE + "tas/a.nc", "0", names).body())
                .contains("<D:getcontentlength/>")
                .doesNotContain("1234");
        String all = "<propfind xmlns=\"DAV:\"><allprop/></propfind>";
        assertThat(properties(ARCHIVE + "tas/a.nc", "0", all).body()).contains("1234");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<propfind",
                "<other xmlns=\"DAV:\"/>",
                "<!DOCTYPE propfind [<!ENTITY a \"b\">]><propfind xmlns=\"DAV:\">&a;</propfind>",
                "<propfind xmlns=\"DAV:\"><prop><a:b/></prop></propfind>"
            })
    void aBodyThatIsNoQuestionIsRefused(String body) {
        assertThat(properties(ARCHIVE + "tas/a.nc", "0", body).status()).isEqualTo(400);
    }

    @Test
    void aWholeTreeInOneAnswerIsRefused() {
        for (Answer answer :
                List.of(properties(ARCHIVE + "tas/", "infinity", ""), send("PROPFIND", ARCHIVE + "tas/", ""))) {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("<D:propfind-finite-depth/>");
        }
        assertThat(properties(ARCHIVE + "tas/", "2", "").status()).isEqualTo(400);
        String large = "<propfind xmlns=\"DAV:\"><prop>" + " ".repeat(70_000) + "</prop></propfind>";
        assertThat(properties(ARCHIVE + "tas/", "0", large).status()).isEqualTo(413);
    }

    @Test
    void optionsSaysWithoutALoginWhatAPublicExportAnswers() {
        for (String path : List.of(ARCHIVE, ARCHIVE + "tas/a.nc", "/thredds/fileServer/")) {
            Answer answer = send("OPTIONS", path, "");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS, PROPFIND");
            assertThat(answer.header("DAV")).isEqualTo("1");
        }
        assertThat(send("OPTIONS", "/thredds/fileServer/data/", "").status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST", "DELETE", "PATCH", "MKCOL", "MOVE", "COPY", "LOCK", "PROPPATCH", "REPORT"})
    void otherMethodsAreRefusedWithThoseThatThereAre(String method) {
        for (Answer answer : List.of(
                send(method, ARCHIVE + "tas/a.nc", "", "Authorization", "Bearer " + api.secret(Role.ADMIN)),
                send(method, ARCHIVE + "tas/a.nc", ""))) {
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow").split(", *")).contains("GET", "HEAD", "PROPFIND");
        }
        assertThat(api.archive.resolve("tas/a.nc")).hasSize(1234);
    }

    @Test
    void scriptsOfAnyPageMayReadPublicExports() throws Exception {
        Answer asked = send(
                "OPTIONS",
                ARCHIVE + "tas/a.nc",
                "",
                "Origin",
                "https://page.example",
                "Access-Control-Request-Method",
                "GET",
                "Access-Control-Request-Headers",
                "range, if-range");
        assertThat(asked.status()).isEqualTo(200);
        assertThat(asked.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(asked.header("Access-Control-Allow-Methods")).contains("GET").contains("HEAD");
        assertThat(asked.header("Access-Control-Allow-Headers")).containsIgnoringCase("range");
        Answer part = send("GET", ARCHIVE + "tas/a.nc", "", "Origin", "https://page.example", "Range", "bytes=0-9");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(part.header("Access-Control-Expose-Headers"))
                .contains("Content-Range", "ETag", "Repr-Digest", "Accept-Ranges", "Content-Length");
        assertThat(part.header("Access-Control-Allow-Credentials")).isEmpty();
        Answer missing = send("GET", ARCHIVE + "nothing.nc", "", "Origin", "https://page.example");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }

    @Test
    void scriptsOfOtherPagesMayNotReadWhatNeedsAToken() {
        Answer answer = send(
                "GET",
                "/thredds/fileServer/data/",
                "",
                "Origin",
                "https://page.example",
                "Authorization",
                "Bearer " + api.secret(Role.READER));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }
}
