package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several ranges in one answer, and digests for who asks for them. */
@Tag("L3")
class ServedRangesTest {
    private static final String ARCHIVE = "/thredds/fileServer/archive/";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05Z");
    private static final byte[] CONTENT = new byte[100_000];

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        new Random(1).nextBytes(CONTENT);
        file("a.nc");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static void file(String name) throws IOException {
        Path file = Files.write(api.archive.resolve(name), CONTENT);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private static Answer get(String name, String... headers) {
        return send("GET", name, headers);
    }

    private static Answer send(String method, String name, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(api.uri(ARCHIVE + name)).method(method, HttpRequest.BodyPublishers.noBody());
        return api.send(headers.length == 0 ? request : request.headers(headers));
    }

    private record Part(String contentRange, byte[] bytes) {}

    /** Takes a body apart as RFC 2046 says, with what its heads say of the length. */
    private static List<Part> parts(Answer answer) {
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.header("Content-Type")).startsWith("multipart/byteranges; boundary=");
        assertThat(answer.header("Content-Range")).isEmpty();
        byte[] body = answer.response().body();
        assertThat(answer.header("Content-Length")).isEqualTo(String.valueOf(body.length));
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String boundary = "--" + answer.header("Content-Type").split("boundary=")[1];
        assertThat(text).startsWith(boundary + "\r\n").endsWith("\r\n" + boundary + "--\r\n");
        List<Part> parts = new ArrayList<>();
        int at = text.indexOf(boundary);
        int next = text.indexOf("\r\n" + boundary, at);
        while (next > 0) {
            String part = text.substring(at + boundary.length() + 2, next);
            int head = part.indexOf("\r\n\r\n");
            assertThat(part.substring(0, head)).startsWith("Content-Type: application/netcdf\r\n");
            String range = part.substring(0, head).split("Content-Range: ")[1];
            parts.add(new Part(range, part.substring(head + 4).getBytes(StandardCharsets.ISO_8859_1)));
            at = next + 2;
            next = text.indexOf("\r\n" + boundary, at);
        }
        return parts;
    }

    private static void areTheBytes(List<Part> parts) {
        for (Part part : parts) {
            String[] range = part.contentRange().split("[ /-]");
            int first = Integer.parseInt(range[1]);
            int last = Integer.parseInt(range[2]);
            assertThat(part.bytes()).isEqualTo(Arrays.copyOfRange(CONTENT, first, last + 1));
            assertThat(range[3]).isEqualTo("100000");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-9,100-109 | bytes 0-9/100000,bytes 100-109/100000",
                "bytes=0-9,1000-1009 | bytes 0-9/100000,bytes 1000-1009/100000",
                "bytes=5000-5009, 0-9 | bytes 5000-5009/100000,bytes 0-9/100000",
                "bytes=0-0,-10 | bytes 0-0/100000,bytes 99990-99999/100000",
                "bytes=0-9,99000-,200000-300000 | bytes 0-9/100000,bytes 99000-99999/100000",
                "bytes=0-999,500-1999,9000-9009 | bytes 0-1999/100000,bytes 9000-9009/100000",
            })
    void severalRangesAreSentAsPartsOfOneAnswer(String asked, String sent) {
        List<Part> parts = parts(get("a.nc", "Range", asked));
        assertThat(parts.stream().map(Part::contentRange)).containsExactly(sent.split(","));
        areTheBytes(parts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-9,10-109", "bytes=0-,0-,0-,0-", "bytes=-5,99000-"})
    void rangesThatOverlapOrTouchAreOneAndNoByteIsSentTwice(String asked) {
        Answer answer = get("a.nc", "Range", asked);
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.header("Content-Range")).startsWith("bytes ");
        assertThat(answer.response().body().length).isLessThanOrEqualTo(CONTENT.length);
    }

    @Test
    void tooManyRangesGetTheWholeFileOnceAndNotMore() {
        String many = IntStream.range(0, 65)
                .mapToObj(i -> i * 1000 + "-" + (i * 1000 + 9))
                .collect(Collectors.joining(",", "bytes=", ""));
        Answer answer = get("a.nc", "Range", many);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.response().body()).isEqualTo(CONTENT);
        assertThat(parts(get("a.nc", "Range", many.replace(",64000-64009", ""))))
                .hasSize(64);
    }

    @Test
    void rangesOfWhichNoneIsInsideAreRefusedWithTheSize() {
        Answer answer = get("a.nc", "Range", "bytes=100000-,200000-200001");
        assertThat(answer.status()).isEqualTo(416);
        assertThat(answer.header("Content-Range")).isEqualTo("bytes */100000");
    }

    @Test
    void severalRangesOfAnotherContentAreNotSent() {
        String ranges = "bytes=0-9,1000-1009";
        assertThat(get("a.nc", "Range", ranges, "If-Range", "\"other\"").status())
                .isEqualTo(200);
        String tag = get("a.nc").header("ETag");
        assertThat(parts(get("a.nc", "Range", ranges, "If-Range", tag))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-9", "bytes=0-9,1000-1009", "bytes=200000-"})
    void headIgnoresRanges(String range) {
        Answer head = send("HEAD", "a.nc", "Range", range);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).isEqualTo("100000");
        assertThat(head.header("Content-Range")).isEmpty();
        assertThat(head.header("Content-Type")).isEqualTo("application/netcdf");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BYTES=0-9 | bytes 0-9/100000",
                "bytes=99990-18446744073709551615 | bytes 99990-99999/100000",
                "bytes=-99999999999999999999 | bytes 0-99999/100000",
                "bytes=, 5-9 ,, | bytes 5-9/100000",
                "bytes=00000000000000000000000005-9 | bytes 5-9/100000"
            })
    void oneRangeIsUnderstoodHoweverItIsWritten(String asked, String sent) {
        Answer answer = get("a.nc", "Range", asked);
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.header("Content-Range")).isEqualTo(sent);
    }

    @Test
    void twoFieldsWithARangeEachAreNotUnderstood() {
        Answer answer = get("a.nc", "Range", "bytes=0-9", "Range", "bytes=20-29");
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void noDigestIsToldWithARefusal() throws Exception {
        file("known.nc");
        hold("known.nc", HoldingState.VERIFIED, DigestOrigin.PUBLISHED, LONG_AGO);
        String want = "Want-Repr-Digest";
        assertThat(get("known.nc", want, "sha-256=1", "Range", "bytes=200000-").header("Repr-Digest"))
                .isEmpty();
        assertThat(get("known.nc", want, "sha-256=1", "If-Match", "\"other\"").header("Repr-Digest"))
                .isEmpty();
        assertThat(get("known.nc", want, "sha-512=1", want, "sha-256=1").header("Repr-Digest"))
                .startsWith("sha-256=:");
    }

    private static byte[] digest(String algorithm) throws Exception {
        return MessageDigest.getInstance(algorithm).digest(CONTENT);
    }

    private static void hold(String name, HoldingState state, DigestOrigin origin, Instant modified) throws Exception {
        List<HoldingDigest> digests = List.of(
                new HoldingDigest(new Checksum(ChecksumAlgorithm.SHA256, digest("SHA-256")), origin, Instant.EPOCH),
                new HoldingDigest(new Checksum(ChecksumAlgorithm.MD5, digest("MD5")), origin, Instant.EPOCH));
        Holding holding = new Holding(
                new ExportName("archive"),
                StorePath.ofUtf8(name),
                null,
                CONTENT.length,
                modified,
                state,
                Instant.EPOCH,
                digests,
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sha-256=1 | sha-256 | SHA-256",
                "sha-512=9, sha-256=3, md5=1 | sha-256 | SHA-256",
                "md5=5, sha-256=0 | md5 | MD5",
                "sha-256=3, md5=3 | sha-256 | SHA-256"
            })
    void theDigestOfAVerifiedFileIsToldToWhoAsksForIt(String wanted, String name, String algorithm) throws Exception {
        file("known.nc");
        hold("known.nc", HoldingState.VERIFIED, DigestOrigin.PUBLISHED, LONG_AGO);
        String value = Base64.getEncoder().encodeToString(digest(algorithm));
        Answer answer = get("known.nc", "Want-Repr-Digest", wanted);
        assertThat(answer.header("Repr-Digest")).isEqualTo(name + "=:" + value + ":");
        assertThat(answer.header("Digest")).isEmpty();
        assertThat(send("HEAD", "known.nc", "Want-Repr-Digest", wanted).header("Repr-Digest"))
                .isEqualTo(name + "=:" + value + ":");
        assertThat(get("known.nc", "Want-Repr-Digest", wanted, "Range", "bytes=0-9")
                        .header("Repr-Digest"))
                .isEqualTo(name + "=:" + value + ":");
    }

    @Test
    void aDigestComesWithWhatItRestsOnAndHowOldThatIs() throws Exception {
        file("known.nc");
        hold("known.nc", HoldingState.VERIFIED, DigestOrigin.READBACK_MEMORY, LONG_AGO);
        assertThat(get("known.nc", "Want-Repr-Digest", "md5=1").header("Bdm-Evidence"))
                .isEqualTo("md5=readback-memory;state=verified;computed=@0");
        assertThat(get("known.nc", "Want-Repr-Digest", "md5=1", "Want-Digest", "SHA-256")
                        .header("Bdm-Evidence"))
                .isEqualTo("md5=readback-memory;state=verified;computed=@0,"
                        + " sha-256=readback-memory;state=verified;computed=@0");
        assertThat(get("known.nc").header("Bdm-Evidence")).isEmpty();
        assertThat(get("a.nc", "Want-Repr-Digest", "md5=1").header("Bdm-Evidence"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"SHA-256 | SHA-256", "sha-256;q=0.3, md5;q=1 | MD5", "UNIXsum, SHA-256;q=0.1 | SHA-256"})
    void theOlderHeaderIsAnsweredToo(String wanted, String algorithm) throws Exception {
        file("known.nc");
        hold("known.nc", HoldingState.READ, DigestOrigin.READ, LONG_AGO);
        Answer answer = get("known.nc", "Want-Digest", wanted);
        assertThat(answer.header("Digest"))
                .isEqualTo(algorithm + "=" + Base64.getEncoder().encodeToString(digest(algorithm)));
        assertThat(get("known.nc").header("Digest")).isEmpty();
        assertThat(get("known.nc", "Want-Digest", "SHA-512, sha-256;q=0").header("Digest"))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = HoldingState.class,
            names = {"UNVERIFIED", "DISPUTED", "DAMAGED", "MISSING", "CHANGED"})
    void noDigestIsToldOfAFileThatIsNotKnownToHaveThoseBytes(HoldingState state) throws Exception {
        file("odd.nc");
        hold("odd.nc", state, DigestOrigin.PUBLISHED, LONG_AGO);
        assertThat(get("odd.nc", "Want-Repr-Digest", "sha-256=1").header("Repr-Digest"))
                .isEmpty();
    }

    @Test
    void noDigestIsToldOfAFileThatWasOnlyListedOrHasAnotherTimeOrSize() throws Exception {
        file("listed.nc");
        hold("listed.nc", HoldingState.VERIFIED, DigestOrigin.LISTED, LONG_AGO);
        file("later.nc");
        hold("later.nc", HoldingState.VERIFIED, DigestOrigin.PUBLISHED, LONG_AGO.minusSeconds(1));
        ByteArrayOutputStream longer = new ByteArrayOutputStream();
        longer.write(CONTENT);
        longer.write(1);
        Path grown = Files.write(api.archive.resolve("grown.nc"), longer.toByteArray());
        Files.setLastModifiedTime(grown, FileTime.from(LONG_AGO));
        hold("grown.nc", HoldingState.VERIFIED, DigestOrigin.PUBLISHED, LONG_AGO);
        for (String name : List.of("listed.nc", "later.nc", "grown.nc", "a.nc")) {
            assertThat(get(name, "Want-Repr-Digest", "sha-256=1").header("Repr-Digest"))
                    .as(name)
                    .isEmpty();
        }
    }
}
