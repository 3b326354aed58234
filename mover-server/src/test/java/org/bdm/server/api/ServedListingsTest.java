package org.bdm.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.store.HomeMark;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Listings of directories over HTTP: "archive" is for all, "data" for readers. */
class ServedListingsTest {
    private static final String ARCHIVE = "/thredds/fileServer/archive/";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05.678Z");
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*)\">");

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Files.createDirectories(api.archive.resolve("tas/v1"));
        file("tas/a.nc");
        Files.write(api.data.resolve("b.nc"), new byte[7]);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Path file(String path) throws IOException {
        Path file = Files.write(api.archive.resolve(path), new byte[1234]);
        return Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private static Answer send(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(path)).method(method, BodyPublishers.noBody());
        if (headers.length > 0) request.headers(headers);
        return api.send(request);
    }

    private static Answer get(String path, String... headers) {
        return send("GET", path, headers);
    }

    private static List<String> links(String directory) {
        Answer answer = get(directory);
        assertThat(answer.status()).isEqualTo(200);
        List<String> links = new ArrayList<>();
        Matcher matcher = LINK.matcher(answer.body());
        while (matcher.find()) links.add(matcher.group(1));
        assertThat(links.remove(0)).isEqualTo("../");
        return links;
    }

    @Test
    void aDirectoryIsListedAsNginxDoes() throws IOException {
        Path long_ = Files.createDirectories(api.archive.resolve("shape/sub dir"));
        Files.setLastModifiedTime(long_, FileTime.from(LONG_AGO));
        file("shape/" + "x".repeat(50));
        file("shape/" + "y".repeat(51));
        Answer answer = get(ARCHIVE + "shape/");
        assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(answer.body()).isEqualTo("""
                        <html>
                        <head><title>Index of /thredds/fileServer/archive/shape/</title></head>
                        <body>
                        <h1>Index of /thredds/fileServer/archive/shape/</h1><hr><pre><a href="../">../</a>
                        <a href="sub%20dir/">sub dir/</a>                                           02-Jan-2020 03:04                   -
                        <a href="X">X</a> 02-Jan-2020 03:04                1234
                        <a href="Y">Z..&gt;</a> 02-Jan-2020 03:04                1234
                        </pre><hr></body>
                        </html>
                        """.replace("\n", "\r\n")
                .replace("X", "x".repeat(50))
                .replace("Y", "y".repeat(51))
                .replace("Z", "y".repeat(47)));
    }

    @Test
    void headOfADirectoryHasTheSameTypeAndNoBody() {
        Answer head = send("HEAD", ARCHIVE + "tas/");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Type")).startsWith("text/html");
        assertThat(head.response().body()).isEmpty();
        assertThat(send("HEAD", ARCHIVE + "nothing/").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tas", ""})
    void aDirectoryWithoutItsSlashLeadsToTheOneWithIt(String path) {
        String address = path.isEmpty() ? "/thredds/fileServer/archive" : ARCHIVE + path;
        Answer answer = get(address + "?format=json");
        assertThat(answer.status()).isEqualTo(301);
        assertThat(answer.header("Location")).isEqualTo(address + "/?format=json");
    }

    @Test
    void programsThatAskForJsonGetIt() {
        for (Answer answer :
                List.of(get(ARCHIVE + "tas/", "Accept", "application/json"), get(ARCHIVE + "tas/?format=json"))) {
            assertThat(answer.header("Content-Type")).startsWith("application/json");
            JsonNode file = answer.json().get(0);
            assertThat(file.path("name").asString()).isEqualTo("a.nc");
            assertThat(file.path("type").asString()).isEqualTo("file");
            assertThat(file.path("mtime").asString()).isEqualTo("Thu, 02 Jan 2020 03:04:05 GMT");
            assertThat(file.path("size").asLong()).isEqualTo(1234);
            JsonNode directory = answer.json().get(1);
            assertThat(directory.path("name").asString()).isEqualTo("v1");
            assertThat(directory.path("type").asString()).isEqualTo("directory");
            assertThat(directory.has("size")).isFalse();
        }
        for (String accepted : List.of("*/*", "text/html,application/json;q=0.9", "text/html"))
            assertThat(get(ARCHIVE + "tas/", "Accept", accepted).header("Content-Type"))
                    .startsWith("text/html");
    }

    @Test
    void everyNameIsLedToByItsLinkWhateverItsBytes() throws Exception {
        Path directory = Files.createDirectories(api.archive.resolve("odd"));
        byte[] script = ("cd '" + directory + "' && "
                        + "for n in \"$(printf 'f\\377.nc')\" 'a\"b' \"a'b\" '<i>&amp;' \"$(printf 'n\\nl')\" '100%' 'c:d;e?f#g'; "
                        + "do printf 'of %s' \"$n\" > \"$n\"; done; "
                        + "printf x > \"$(printf '\\342\\200\\256gpj')\"")
                .getBytes(UTF_8);
        Process shell = new ProcessBuilder("sh", "-s").redirectErrorStream(true).start();
        shell.getOutputStream().write(script);
        shell.getOutputStream().close();
        assertThat(shell.waitFor()).isZero();
        List<String> links = links(ARCHIVE + "odd/");
        assertThat(links)
                .containsExactly(
                        "100%25",
                        "%3Ci%3E%26amp%3B", "a%22b", "a%27b", "c%3Ad%3Be%3Ff%23g", "f%FF.nc", "n%0Al", "%E2%80%AEgpj");
        for (String link : links.subList(0, 7))
            assertThat(get(ARCHIVE + "odd/" + link).body()).startsWith("of ");
        String page = get(ARCHIVE + "odd/").body();
        assertThat(page).doesNotContain("<i>").doesNotContain("\u202e").contains("&lt;i&gt;&amp;amp;");
        Answer json = get(ARCHIVE + "odd/?format=json");
        assertThat(json.json()).hasSize(8);
        assertThat(json.json().get(6).path("name").asString()).isEqualTo("n\nl");
        assertThat(json.json().get(5).path("href").asString()).isEqualTo("f%FF.nc");
    }

    @Test
    void whatCannotBeDownloadedIsNotListed() throws Exception {
        Path directory = Files.createDirectories(api.archive.resolve("hidden"));
        file("hidden/seen.nc");
        Files.createDirectories(directory.resolve(".bdm/job-1"));
        Path secrets = Files.createDirectories(directory.resolve("node"));
        Files.write(secrets.resolve(HomeMark.NAME.shown()), new byte[0]);
        Files.createSymbolicLink(directory.resolve("out"), home);
        Files.createSymbolicLink(directory.resolve("loop"), Path.of("."));
        Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nothing"));
        Files.createSymbolicLink(directory.resolve("to-home"), Path.of("node"));
        Files.createSymbolicLink(directory.resolve("link.nc"), Path.of("seen.nc"));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("../tas"));
        Process fifo = new ProcessBuilder("mkfifo", directory.resolve("fifo").toString()).start();
        assertThat(fifo.waitFor()).isZero();
        assertThat(links(ARCHIVE + "hidden/")).containsExactly("link/", "link.nc", "seen.nc");
        assertThat(links(ARCHIVE + "hidden/link/")).containsExactly("a.nc", "v1/");
        for (String name : List.of("node/", "out/", "to-home/", ".bdm/", "dangling/", "fifo/")) {
            assertThat(get(ARCHIVE + "hidden/" + name).status()).as(name).isEqualTo(404);
        }
    }

    @Test
    void aDirectoryOfSeveralPagesIsListedWholeAndInOrder() throws IOException {
        Path directory = Files.createDirectories(api.archive.resolve("many"));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 2_345; i++) names.add("f%05d.nc".formatted(i));
        for (String name : names) Files.createFile(directory.resolve(name));
        assertThat(links(ARCHIVE + "many/")).isEqualTo(names);
        assertThat(get(ARCHIVE + "many/?format=json").json()).hasSize(names.size());
    }

    @ParameterizedTest
    @CsvSource({"PROPFIND,'',</D:multistatus>", "GET,?format=json,]", "GET,'',</html>"})
    void aListingThatCannotBeCompletedBreaksTheConnection(String method, String query, String end) throws IOException {
        Path directory = Files.createDirectories(api.archive.resolve("vanishing"));
        for (int i = 0; i < 15_000; i++) Files.createFile(directory.resolve("f%05d".formatted(i) + "x".repeat(240)));
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8 * 1024); // so that most of the listing is not sent before it is read
            socket.connect(
                    new InetSocketAddress(api.uri("/").getHost(), api.uri("/").getPort()));
            socket.setSoTimeout(20_000);
            String request = method + " " + ARCHIVE + "vanishing/" + query
                    + " HTTP/1.1\r\nHost: here\r\nDepth: 1\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readNBytes(10), UTF_8))
                    .isEqualTo("HTTP/1.1 2");
            Files.move(directory, directory.resolveSibling("vanished-" + method + query.length()));
            String rest = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(rest.contains("f00000x")).isTrue();
            String last = rest.substring(Math.max(0, rest.length() - 500)); // of megabytes
            assertThat(last).doesNotContain(end).doesNotContain("INTERNAL").doesNotEndWith("\r\n0\r\n\r\n");
        }
    }

    @Test
    void anExportIsListedForWhoMayReadIt() {
        String data = "/thredds/fileServer/data/";
        assertThat(get(data).status()).isEqualTo(401);
        assertThat(get(data, "Authorization", "Bearer " + api.secret(Role.METRICS))
                        .status())
                .isEqualTo(403);
        Answer answer = get(data, "Authorization", "Bearer " + api.secret(Role.READER));
        assertThat(answer.body()).contains("<a href=\"b.nc\">");
        assertThat(answer.header("Cache-Control")).contains("private");
    }

    @Test
    void theExportsThatAreListedAreThoseThatTheCallerMayRead() {
        assertThat(links("/thredds/fileServer/")).containsExactly("archive/");
        Answer reader = get("/thredds/fileServer/", "Authorization", "Bearer " + api.secret(Role.READER));
        assertThat(reader.body()).contains("\"archive/\"").contains("\"data/\"");
    }

    @Test
    void searchEnginesAreKeptOutOfFilesAndWgetIsNot() {
        Answer robots = get("/robots.txt");
        assertThat(robots.header("Content-Type")).startsWith("text/plain");
        assertThat(robots.body()).contains("User-agent: Wget\nDisallow:\n").contains("User-agent: *");
    }
}
