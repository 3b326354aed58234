package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions of requests for served files: which is evaluated, and which is not any more (RFC 9110, section 13.2.2). */
class ServedConditionsTest {
    private static final String FILE = "/thredds/fileServer/archive/a.nc";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Path file = Files.write(api.archive.resolve("a.nc"), new byte[1000]);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-02T03:04:05Z")));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer get(String file, String method, List<String> headers) {
        return api.send(HttpRequest.newBuilder(api.uri(file))
                .method(method, BodyPublishers.noBody())
                .headers(headers.toArray(String[]::new)));
    }

    private static String tag(String file) {
        return api.send(HttpRequest.newBuilder(api.uri(file))).header("ETag");
    }

    /** Makes pairs of {@code Match: TAG; Since: BEFORE} with the validators of the file. */
    private static List<String> headers(String conditions) {
        List<String> headers = new ArrayList<>();
        for (String condition : conditions.split(";")) {
            String[] pair = condition.strip().split(": ", 2);
            headers.add("If-" + pair[0]);
            headers.add(pair[1].replace("TAG", tag(FILE))
                    .replace("BEFORE", "Thu, 02 Jan 2020 03:04:04 GMT")
                    .replace("THEN", "Thu, 02 Jan 2020 03:04:05 GMT")
                    .replace("OTHER", "\"other\""));
        }
        return headers;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Match: TAG | 200",
                "Match: W/TAG | 412",
                "Match: OTHER; Match: TAG | 200",
                "Match: \"x,y\" , TAG | 200",
                "Match: * | 200",
                "Match: TAG; Unmodified-Since: BEFORE | 200",
                "Match: OTHER; Unmodified-Since: THEN | 412",
                "Match: OTHER; None-Match: TAG | 412",
                "Match: TAG; None-Match: TAG | 304",
                "Unmodified-Since: BEFORE | 412",
                "Unmodified-Since: THEN | 200",
                "Unmodified-Since: rubbish | 200",
                "Unmodified-Since: THEN; None-Match: TAG | 304",
                "None-Match: W/TAG | 304",
                "None-Match: OTHER; None-Match: TAG | 304",
                "None-Match: * | 304",
                "None-Match: OTHER; Modified-Since: THEN | 200",
                "Modified-Since: BEFORE | 200",
                "Modified-Since: THEN | 304",
                "Modified-Since: Thu Jan  2 03:04:05 2020 | 304",
                "Modified-Since: rubbish | 200",
            })
    void conditionsAreEvaluatedInTheirOrder(String conditions, int status) {
        List<String> headers = headers(conditions);
        for (String method : List.of("GET", "HEAD"))
            assertThat(get(FILE, method, headers).status()).as(method).isEqualTo(status);
        headers.addAll(List.of("Range", "bytes=0-9"));
        assertThat(get(FILE, "GET", headers).status()).isEqualTo(status == 200 ? 206 : status);
    }

    @Test
    void validatorsComeWithEveryAnswer() {
        for (String conditions : List.of("Match: OTHER", "None-Match: TAG", "None-Match: OTHER")) {
            Answer answer = get(FILE, "GET", headers(conditions));
            assertThat(answer.header("ETag")).isEqualTo(tag(FILE));
            assertThat(answer.header("Last-Modified")).isEqualTo("Thu, 02 Jan 2020 03:04:05 GMT");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        }
    }

    @Test
    void aFileThatHasJustChangedIsNotUnmodifiedSinceAnyDate() throws IOException {
        Files.write(api.archive.resolve("fresh.nc"), new byte[1000]);
        String fresh = FILE.replace("a.nc", "fresh.nc");
        String tomorrow = date(Instant.now().plusSeconds(86_400));
        assertThat(get(fresh, "GET", List.of("If-Unmodified-Since", tomorrow, "Range", "bytes=5-"))
                        .status())
                .isEqualTo(412);
        assertThat(get(fresh, "GET", List.of("If-Modified-Since", tomorrow)).status())
                .isEqualTo(200);
    }

    private static String date(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
    }
}
