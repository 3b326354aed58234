package org.bdm.server.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of exports over HTTP: "archive" is for all, "data" for readers. */
class FileServingTest {
    private static final String ARCHIVE = "/thredds/fileServer/archive/";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05.678Z");
    private static final byte[] CONTENT = new byte[1000];

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        new Random(1).nextBytes(CONTENT);
        Files.createDirectories(api.archive.resolve("tas"));
        Path file = Files.write(api.archive.resolve("tas/a.nc"), CONTENT);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        Files.write(api.data.resolve("b.nc"), CONTENT);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer get(String path, String... headers) {
        return send("GET", path, headers);
    }

    private static Answer send(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(path)).method(method, noBody());
        if (headers.length > 0) request.headers(headers);
        return api.send(request);
    }

    private static HttpRequest.BodyPublisher noBody() {
        return HttpRequest.BodyPublishers.noBody();
    }

    @Test
    void aFileIsSentWholeWithItsValidators() {
        Answer answer = get(ARCHIVE + "tas/a.nc");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.response().body()).isEqualTo(CONTENT);
        assertThat(answer.header("Content-Type")).isEqualTo("application/netcdf");
        assertThat(answer.header("Content-Length")).isEqualTo("1000");
        assertThat(answer.header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(answer.header("BDM-Site")).isEqualTo("here");
        assertThat(answer.header("Last-Modified")).isEqualTo("Thu, 02 Jan 2020 03:04:05 GMT");
        assertThat(answer.header("ETag")).startsWith("\"3e8-").endsWith("\"");
    }

    @Test
    void headTellsTheSameWithoutTheBytes() {
        Answer whole = get(ARCHIVE + "tas/a.nc");
        Answer head = send("HEAD", ARCHIVE + "tas/a.nc");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.response().body()).isEmpty();
        for (String header : List.of("Content-Length", "ETag", "Last-Modified", "Accept-Ranges", "Content-Type")) {
            assertThat(head.header(header)).isEqualTo(whole.header(header));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 0",
        "bytes=0-999, 0, 999",
        "bytes=500-, 500, 999",
        "bytes=999-, 999, 999",
        "bytes=500-5000, 500, 999",
        "bytes=-1, 999, 999",
        "bytes=-5000, 0, 999"
    })
    void oneRangeIsSentAsPart(String range, int first, int last) {
        Answer answer = get(ARCHIVE + "tas/a.nc", "Range", range);
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.header("Content-Range")).isEqualTo("bytes " + first + "-" + last + "/1000");
        assertThat(answer.response().body()).isEqualTo(Arrays.copyOfRange(CONTENT, first, last + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=1000-", "bytes=1000-2000", "bytes=-0"})
    void aRangeBehindTheEndIsRefusedWithTheSize(String range) {
        Answer answer = get(ARCHIVE + "tas/a.nc", "Range", range);
        assertThat(answer.status()).isEqualTo(416);
        assertThat(answer.header("Content-Range")).isEqualTo("bytes */1000");
        assertThat(answer.response().body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=5-3", "bytes=", "bytes=a-b", "lines=0-1", "0-1", "bytes=1e3-"})
    void whatIsNotOneRangeIsIgnored(String range) {
        Answer answer = get(ARCHIVE + "tas/a.nc", "Range", range);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.response().body()).isEqualTo(CONTENT);
    }

    @Test
    void anEmptyFileIsSentWholeWhateverRangeIsAsked() throws IOException {
        Files.write(api.archive.resolve("empty.nc"), new byte[0]);
        assertThat(get(ARCHIVE + "empty.nc", "Range", "bytes=0-").status()).isEqualTo(200);
        assertThat(get(ARCHIVE + "empty.nc").header("Content-Length")).isEqualTo("0");
    }

    @Test
    void aRangeOfAnotherContentIsNotSent() throws IOException {
        Path file = Files.write(api.archive.resolve("changing.nc"), CONTENT);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        Answer seen = get(ARCHIVE + "changing.nc");
        String tag = seen.header("ETag");
        String date = seen.header("Last-Modified");
        assertThat(ranged(tag)).isEqualTo(206);
        assertThat(ranged(date)).isEqualTo(206);
        assertThat(ranged("W/" + tag)).isEqualTo(200);
        assertThat(ranged("tomorrow")).isEqualTo(200);

        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO.plusSeconds(1)));
        assertThat(ranged(tag)).isEqualTo(200);
        assertThat(ranged(date)).isEqualTo(200);
    }

    private static int ranged(String ifRange) {
        return get(ARCHIVE + "changing.nc", "Range", "bytes=5-", "If-Range", ifRange)
                .status();
    }

    @Test
    void aDateThatCouldStillCoverASecondChangeIsNoValidator() throws IOException {
        Files.write(api.archive.resolve("fresh.nc"), CONTENT);
        Answer answer = get(ARCHIVE + "fresh.nc");
        assertThat(answer.header("Last-Modified")).isEmpty();
        assertThat(answer.header("ETag")).isNotEmpty();
    }

    @Test
    void aFileThatWasRewrittenInPlaceWithItsTimeRestoredIsAnotherOneForWhoHasAPartOfIt() throws IOException {
        Path file = Files.write(api.archive.resolve("rewritten.nc"), CONTENT);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        String tag = get(ARCHIVE + "rewritten.nc").header("ETag");
        Files.write(file, new byte[CONTENT.length]);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        Answer rest = get(ARCHIVE + "rewritten.nc", "Range", "bytes=500-", "If-Range", tag);
        assertThat(rest.status()).isEqualTo(200);
        assertThat(rest.header("ETag")).isNotEqualTo(tag);
    }

    @Test
    void whatTheCallerHasIsNotSentAgain() {
        String tag = get(ARCHIVE + "tas/a.nc").header("ETag");
        assertThat(get(ARCHIVE + "tas/a.nc", "If-None-Match", tag).status()).isEqualTo(304);
        assertThat(get(ARCHIVE + "tas/a.nc", "If-None-Match", "\"other\"").status())
                .isEqualTo(200);
        String date = "Thu, 02 Jan 2020 03:04:05 GMT";
        assertThat(get(ARCHIVE + "tas/a.nc", "If-Modified-Since", date).status())
                .isEqualTo(304);
        assertThat(get(ARCHIVE + "tas/a.nc", "If-Match", "\"other\"").status()).isEqualTo(412);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../archive/tas/a.nc",
                "tas/../../../etc/passwd",
                "%2e%2e/%2e%2e/etc/passwd",
                "tas/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
                "tas/..%2f..%2fetc/passwd",
                "tas/%00",
                "tas/%zz",
                "tas//a.nc",
                "/etc/passwd",
                "tas/%2fetc/passwd"
            })
    void whatIsNoPathBelowTheExportIsRefused(String path) throws IOException {
        assertThat(status("GET " + ARCHIVE + path)).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nothing.nc", "nothing/", "tas/a.nc/", "tas/a.nc/b", "out.nc", ".bdm/job-1/1-1.part", "tas/%252e"
            })
    void whatIsNoFileIsNotThere(String path) throws IOException {
        Path outside = Files.write(home.resolve("outside.nc"), CONTENT);
        Path link = api.archive.resolve("out.nc");
        if (!Files.isSymbolicLink(link)) Files.createSymbolicLink(link, outside);
        Path area = Files.createDirectories(api.archive.resolve(".bdm/job-1"));
        Files.write(area.resolve("1-1.part"), CONTENT);
        assertThat(get(ARCHIVE + path).status()).isEqualTo(404);
    }

    @Test
    void linksThatStayInTheExportAreFollowed() throws IOException {
        Path version = Files.createDirectories(api.archive.resolve("v20200101"));
        Files.createSymbolicLink(version.resolve("a.nc"), Path.of("../tas/a.nc"));
        assertThat(get(ARCHIVE + "v20200101/a.nc").response().body()).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100%25.nc", "a;b.nc", "a+b c.nc", "\u00e9.nc", "a&b=c?.nc"})
    void namesAreDecodedOnce(String shown) throws IOException {
        String name = shown.equals("100%25.nc") ? "100%.nc" : shown;
        Files.write(api.archive.resolve(name), CONTENT);
        StringBuilder path = new StringBuilder();
        for (byte b : name.getBytes(java.nio.charset.StandardCharsets.UTF_8)) path.append("%%%02x".formatted(b));
        assertThat(get(ARCHIVE + path).response().body()).isEqualTo(CONTENT);
        if (shown.equals("a;b.nc") || shown.equals("100%25.nc")) {
            assertThat(get(ARCHIVE + shown).response().body()).isEqualTo(CONTENT);
        }
    }

    @Test
    void anExportIsForWhomItWasGivenTo() {
        String data = "/thredds/fileServer/data/b.nc";
        assertThat(get(data).status()).isEqualTo(401);
        assertThat(get(data, "Authorization", "Bearer bdm_wrong").status()).isEqualTo(401);
        assertThat(get(data, "Authorization", "Bearer " + api.secret(Role.METRICS))
                        .status())
                .isEqualTo(403);
        Answer answer = get(data, "Authorization", "Bearer " + api.secret(Role.READER));
        assertThat(answer.response().body()).isEqualTo(CONTENT);
        assertThat(answer.header("Cache-Control")).contains("private");
        assertThat(get("/thredds/fileServer/archive;/../data/b.nc").status()).isIn(400, 401, 404);
        assertThat(get("/thredds/fileServer/d%61ta/b.nc").status()).isIn(400, 401, 404);
    }

    @Test
    void nobodyLearnsWhichOtherExportsThereAre() {
        assertThat(get("/thredds/fileServer/secret/b.nc").status()).isEqualTo(401);
        String bearer = "Bearer " + api.secret(Role.READER);
        assertThat(get("/thredds/fileServer/secret/b.nc", "Authorization", bearer)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void nothingIsWritten() {
        String bearer = "Bearer " + api.secret(Role.ADMIN);
        for (String method : List.of("PUT", "POST", "DELETE", "PATCH")) {
            assertThat(send(method, ARCHIVE + "tas/a.nc", "Authorization", bearer)
                            .status())
                    .isIn(403, 405);
        }
        assertThat(get(ARCHIVE + "tas/a.nc").response().body()).isEqualTo(CONTENT);
    }

    @Test
    void aFileThatChangesWhileItIsSentBreaksTheConnection() throws IOException {
        Path file = sparse("growing.nc");
        try (Socket socket = ask("GET " + ARCHIVE + "growing.nc")) {
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes(12), US_ASCII)).isEqualTo("HTTP/1.1 200");
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
            assertThat(in.transferTo(java.io.OutputStream.nullOutputStream())).isLessThan(SPARSE_BYTES);
        }
    }

    @Test
    void aFileThatIsRewrittenWhileItIsSentBreaksTheConnectionAlsoIfItsTimeIsRestored() throws IOException {
        Path file = sparse("touched.nc");
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        try (Socket socket = ask("GET " + ARCHIVE + "touched.nc")) {
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes(12), US_ASCII)).isEqualTo("HTTP/1.1 200");
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO)); // as after a write: only the ctime moves
            assertThat(in.transferTo(java.io.OutputStream.nullOutputStream())).isLessThan(SPARSE_BYTES);
        }
    }

    @Test
    @Tag("L4")
    void moreDownloadsThanMayBeAtOnceWaitForTheirTurnAndABoundedNumberDoes() throws IOException {
        sparse("big.nc");
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                Socket socket = ask("GET " + ARCHIVE + "big.nc");
                slow.add(socket);
                socket.getInputStream().readNBytes(12);
            }
            List<CompletableFuture<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < 24; i++) waiting.add(CompletableFuture.supplyAsync(this::small, threads));
            slow.get(0).close();
            for (CompletableFuture<Integer> answer : waiting)
                assertThat(answer.join()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) socket.close();
        }
    }

    @Test
    void aDownloadBeyondThePlacesOfItsCallerTakesTurnsWithThoseThatGoOn() throws IOException {
        sparse("turns.nc");
        List<Socket> busy = new ArrayList<>();
        List<CompletableFuture<Long>> ends = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                Socket socket = ask("GET " + ARCHIVE + "turns.nc");
                busy.add(socket);
                socket.getInputStream().readNBytes(12);
            }
            for (Socket socket : busy) ends.add(CompletableFuture.supplyAsync(() -> readAll(socket), threads));
            assertThat(small()).isEqualTo(200);
            assertThat(ends).noneMatch(CompletableFuture::isDone);
        } finally {
            for (Socket socket : busy) socket.close();
        }
    }

    /** Returns the bytes read; -1 if the connection was closed on the way. */
    private static long readAll(Socket socket) {
        try {
            return socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException closed) {
            return -1;
        }
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private int small() {
        return get(ARCHIVE + "tas/a.nc").status();
    }

    private static final long SPARSE_BYTES = 256L << 20;

    private static Path sparse(String name) throws IOException {
        Path file = api.archive.resolve(name);
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(SPARSE_BYTES);
        }
        return file;
    }

    private static Socket ask(String requestLine) throws IOException {
        URI uri = api.uri("/");
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(20_000);
        String request = requestLine + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return socket;
    }

    private static int status(String requestLine) throws IOException {
        try (Socket socket = ask(requestLine)) {
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }
}
