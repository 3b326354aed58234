package org.bdm.core.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.s3.http.FakeS3Store.Quirk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpBucketTest {
    private FakeS3Store store;
    private S3Fixture fixture;
    private Bucket bucket;

    @BeforeEach
    void begin() throws IOException {
        store = new FakeS3Store();
        fixture = new S3Fixture(store.address(), Optional.empty());
        bucket = fixture.bucket();
    }

    @AfterEach
    void end() {
        fixture.close();
        store.close();
    }

    @Test
    void readsARangeOfTheVersionAskedFor() {
        store.put("d/tas.nc", "0123456789");
        ObjectHead head = bucket.head("d/tas.nc").orElseThrow();
        assertThat(head.size()).isEqualTo(10);
        assertThat(head.metadata()).containsEntry("mtime", "1600000000");
        assertThat(read("d/tas.nc", new ByteRange(3, 4), head.etag())).isEqualTo("3456");
        assertThat(read("d/tas.nc", new ByteRange(8, 100), head.etag())).isEqualTo("89");
        assertThat(read("d/tas.nc", null, null)).isEqualTo("0123456789");
        assertThat(bucket.head("d/none.nc")).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> bucket.read("d/none.nc", null, null));
        store.put("d/tas.nc", "another");
        assertFails(ErrorCode.SOURCE_CHANGED, () -> bucket.read("d/tas.nc", null, head.etag()));
    }

    @Test
    void comparesTagAndRangeWithTheAnswerBecauseStoresIgnoreWhatTheyAreAsked() {
        store.with(Quirk.IF_MATCH_IGNORED).with(Quirk.ANOTHER_ETAG_IN_RANGES).put("tas.nc", "0123456789");
        String etag = bucket.head("tas.nc").orElseThrow().etag();
        assertFails(ErrorCode.SOURCE_CHANGED, () -> bucket.read("tas.nc", new ByteRange(0, 5), etag));
        store.with(Quirk.ANOTHER_RANGE);
        assertFails(ErrorCode.SOURCE_CHANGED, () -> bucket.read("tas.nc", new ByteRange(0, 5), null));
        store.with(Quirk.RANGES_IGNORED);
        assertFails(ErrorCode.PROTOCOL_VIOLATION, () -> bucket.read("tas.nc", new ByteRange(5, 5), null));
    }

    @Test
    void takesARangeThatComesWithTheStatusOfAWhole() {
        store.with(Quirk.RANGES_WITH_200).put("tas.nc", "0123456789");
        try (ObjectBody body = bucket.read("tas.nc", new ByteRange(3, 4), null)) {
            assertThat(body.head().size()).isEqualTo(10);
            assertThat(text(body)).isEqualTo("3456");
        }
    }

    @Test
    void takesTheBytesOfAnObjectThatWasOnceSentInChunks() {
        store.with(Quirk.AWS_CHUNKED_STAYS).put("tas.nc", "0123456789");
        assertThat(read("tas.nc", null, null)).isEqualTo("0123456789");
    }

    @Test
    void waitsForABusyStoreAsLongAsItAsks() {
        store.put("tas.nc", "x");
        store.busy(2, 503, "7");
        assertThat(read("tas.nc", null, null)).isEqualTo("x");
        assertThat(fixture.pauses()).hasSize(2).contains(Duration.ofSeconds(7));
        store.busy(1, 429, "");
        assertThat(bucket.head("tas.nc")).isPresent();
        store.busy(1, 500, "");
        assertThat(bucket.head("tas.nc")).isPresent();
    }

    @Test
    void saysWhatTheStoreSaidWhenPatienceIsOver() {
        store.busy(1_000, 503, "");
        assertThatThrownBy(() -> bucket.list("", "", 10)).isInstanceOfSatisfying(S3Refusal.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(503);
            assertThat(refusal.code()).isEqualTo("SlowDown");
            assertThat(refusal.getMessage())
                    .contains("/climate", "SlowDown: Reduce your request rate.")
                    .doesNotContain("secret");
        });
        Duration waited = fixture.pauses().stream().reduce(Duration.ZERO, Duration::plus);
        assertThat(waited).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(20));
    }

    @Test
    void sendsAChangeOnceBecauseItsCallerLooksBeforeEachTry() {
        store.busy(1, 500, "");
        assertThatThrownBy(() -> bucket.put("a", bytes("x"), new byte[32], Map.of(), false))
                .isInstanceOf(S3Refusal.class);
        assertThat(store.asked()).hasSize(1);
        store.busy(1, 503, "7");
        assertThatThrownBy(() -> bucket.put("a", bytes("x"), new byte[32], Map.of(), false))
                .isInstanceOfSatisfying(
                        S3Refusal.class,
                        refusal -> assertThat(refusal.retryAfter()).isEqualTo(Duration.ofSeconds(7)));
        assertThat(store.asked()).hasSize(2);
        assertThat(fixture.pauses()).isEmpty();
        assertThat(bucket.put("a", bytes("x"), new byte[32], Map.of("mtime", "1"), true))
                .isEqualTo("\"e\"");
        var last = store.asked().get(2).headers();
        assertThat(last.getFirst("If-None-Match")).isEqualTo("*");
        assertThat(last.getFirst("X-amz-meta-mtime")).isEqualTo("1");
        assertThat(last.getFirst("X-amz-content-sha256")).isEqualTo("0".repeat(64));
        assertThat(last.getFirst("Content-Length")).isEqualTo("1");
    }

    @Test
    void noticesAnAnswerThatEndsEarly() {
        store.with(Quirk.CUT_ONCE).put("tas.nc", "0123456789");
        ObjectBody body = bucket.read("tas.nc", new ByteRange(0, 10), null);
        assertFails(ErrorCode.CONNECTION_LOST, () -> body.read(ByteBuffer.allocate(10)));
        body.close();
    }

    @Test
    void decodesKeysOnlyWhereTheAnswerSaysThatTheyAreEncoded() {
        store.put("a+b%20c d/ä<&.nc", "x");
        assertThat(keys(bucket.list("", "", 10).objects())).containsExactly("a+b%20c d/ä<&.nc");
        store.with(Quirk.KEYS_NOT_ENCODED);
        assertThat(keys(bucket.list("a+", "a", 10).objects())).containsExactly("a+b%20c d/ä<&.nc");
        assertThat(bucket.head("a+b%20c d/ä<&.nc")).isPresent();
    }

    @Test
    void refusesAListingThatRefersToSomethingOutside() {
        store.with(Quirk.DOCTYPE).put("a", "x");
        assertFails(ErrorCode.PROTOCOL_VIOLATION, () -> bucket.list("", "", 10));
    }

    @Test
    void refusesAListingThatIsEmptyAndGoesOn() {
        store.with(Quirk.LISTING_WITHOUT_END);
        assertFails(ErrorCode.PROTOCOL_VIOLATION, () -> bucket.list("", "", 10));
    }

    @Test
    void takesNoSuccessForOneWhoseResultIsNotThere() {
        List<ObjectPart> parts = List.of(new ObjectPart(1, 5, "\"p&<\""));
        assertThat(bucket.complete("a", "u", parts, true)).isEqualTo("\"x-1\"");
        store.with(Quirk.COMPLETE_WITHOUT_ETAG);
        assertThat(bucket.complete("a", "u", parts, true)).isEmpty();
        store.with(Quirk.COMPLETE_IS_A_PAGE);
        assertThatThrownBy(() -> bucket.complete("a", "u", parts, true)).isInstanceOf(S3Refusal.class);
        store.with(Quirk.COMPLETE_CUT);
        assertFails(ErrorCode.CONNECTION_LOST, () -> bucket.complete("a", "u", parts, true));
        store.with(Quirk.ERROR_IN_COMPLETE);
        assertThatThrownBy(() -> bucket.complete("a", "u", parts, true))
                .isInstanceOfSatisfying(
                        S3Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("InternalError"));
    }

    @Test
    void takesNothingForGoneUnlessTheStoreSaysSo() {
        store.put("a", "x");
        store.with(Quirk.HTML_404);
        assertFails(ErrorCode.CONNECTION_LOST, () -> bucket.read("a", null, null));
        assertFails(ErrorCode.CONNECTION_LOST, () -> bucket.parts("a", "u"));
        assertFails(ErrorCode.CONNECTION_LOST, () -> bucket.abort("a", "u"));
        assertFails(ErrorCode.CONNECTION_LOST, () -> bucket.delete("a", null));
    }

    @Test
    void anUploadThatTheStoreDoesNotKnowIsGone() {
        store.with(Quirk.NO_SUCH_UPLOAD);
        assertThat(bucket.parts("a", "u")).isEmpty();
        bucket.abort("a", "u");
        assertThatThrownBy(() -> bucket.read("a", null, null)).isInstanceOf(S3Refusal.class);
    }

    @Test
    void asksForSeveralObjectsBeforeItTakesTheFirst() {
        store.put("a", "1");
        store.put("b", "2");
        try (var a = bucket.ask("a", null, null);
                var b = bucket.ask("b", null, null);
                var c = bucket.ask("c", null, null)) {
            assertThat(text(b.body())).isEqualTo("2");
            assertThat(text(a.body())).isEqualTo("1");
            assertFails(ErrorCode.SOURCE_NOT_FOUND, c::body);
        }
    }

    @Test
    void readsTheRefusalOfAStoreThatAnswersBeforeTheBodyHasCome() throws IOException {
        try (ServerSocket refusing = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                S3Fixture other =
                        new S3Fixture(URI.create("http://127.0.0.1:" + refusing.getLocalPort()), Optional.empty())) {
            Thread answering = new Thread(() -> refuse(refusing), "refusing");
            answering.start();
            ByteBuffer large = ByteBuffer.allocate(64 << 20);
            assertThatThrownBy(() -> other.bucket().putPart("a", "u", 1, large, new byte[32]))
                    .isInstanceOfSatisfying(
                            S3Refusal.class,
                            refusal -> assertThat(refusal.code()).isEqualTo("AccessDenied"));
            assertThat(large.remaining()).isEqualTo(64 << 20);
        }
    }

    @Test
    void endsAnAnswerThatComesByteByByteForTooLong() throws IOException {
        try (ServerSocket slow = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                S3Fixture other =
                        new S3Fixture(URI.create("http://127.0.0.1:" + slow.getLocalPort()), Optional.empty())) {
            Thread answering = new Thread(() -> trickle(slow), "slow");
            answering.setDaemon(true);
            answering.start();
            assertThatThrownBy(() -> other.bucket().begin("a", Map.of()))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
        }
    }

    @Test
    void waitsForACompleteWhoseStatusComesBeforeTheWork() throws IOException {
        try (ServerSocket working = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                S3Fixture hasty = S3Fixture.hasty(URI.create("http://127.0.0.1:" + working.getLocalPort()))) {
            Thread answering = new Thread(() -> work(working), "working");
            answering.setDaemon(true);
            answering.start();
            assertThat(hasty.bucket().complete("a", "u", List.of(new ObjectPart(1, 5, "p")), false))
                    .isEqualTo("x-1");
        }
    }

    /** The status and a blank, then nothing for half a second, then the result. */
    private static void work(ServerSocket working) {
        String result = "<CompleteMultipartUploadResult><ETag>x-1</ETag></CompleteMultipartUploadResult>";
        try (Socket socket = working.accept()) {
            OutputStream out = socket.getOutputStream();
            String head = "HTTP/1.1 200 OK\r\nContent-Length: " + (result.length() + 1) + "\r\n\r\n ";
            socket.setSoTimeout(500);
            InputStream in = socket.getInputStream();
            byte[] request = new byte[4_096];
            int unused = in.read(request);
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            awaitNothing(socket); // the body of the request, if it came apart
            awaitNothing(socket);
            out.write(result.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            awaitNothing(socket);
        } catch (IOException ended) {
            // by the other side
        }
    }

    /** One byte whenever the last one was taken, and never the end. */
    private static void trickle(ServerSocket slow) {
        try (Socket socket = slow.accept()) {
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(500);
            while (true) {
                out.write(' ');
                out.flush();
                awaitNothing(socket);
            }
        } catch (IOException ended) {
            // by the other side
        }
    }

    private static void awaitNothing(Socket socket) throws IOException {
        try {
            int unused = socket.getInputStream().read(new byte[4_096]);
        } catch (SocketTimeoutException nothingCame) {
            // as it should
        }
    }

    private static void refuse(ServerSocket refusing) {
        try (Socket socket = refusing.accept()) {
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(1_000)).hasSize(1_000);
            String xml = "<Error><Code>AccessDenied</Code></Error>";
            OutputStream out = socket.getOutputStream();
            out.write(("HTTP/1.1 403 Forbidden\r\nContent-Length: " + xml.length() + "\r\n\r\n" + xml)
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void signsWithCredentialsAsTheyAreNow(@TempDir Path directory) throws IOException {
        CredentialsFile file = S3Fixture.credentials(directory);
        try (S3Fixture signing = new S3Fixture(store.address(), Optional.of(file))) {
            assertThat(signing.bucket().head("a")).isEmpty();
            assertThat(authorization()).startsWith("AWS4-HMAC-SHA256 Credential=AKIA/");
            Files.writeString(
                    file.file(),
                    "[default]\naws_access_key_id=ASIA\naws_secret_access_key=s\naws_session_token=temporary\n");
            assertThat(signing.bucket().head("a")).isEmpty();
            assertThat(authorization()).startsWith("AWS4-HMAC-SHA256 Credential=ASIA/");
        }
        assertThat(fixture.bucket().head("a")).isEmpty();
        assertThat(authorization()).isNull();
    }

    @Test
    void namesTheFileOfExpiredCredentials(@TempDir Path directory) throws IOException {
        CredentialsFile file = S3Fixture.credentials(directory);
        store.with(Quirk.EXPIRED_TOKEN);
        try (S3Fixture signing = new S3Fixture(store.address(), Optional.of(file))) {
            assertThatThrownBy(() -> signing.bucket().list("", "", 10))
                    .isInstanceOf(S3Refusal.class)
                    .hasMessageContaining("renew the credentials in " + file.file());
            // The refusal of a HEAD tells no code.
            assertThatThrownBy(() -> signing.bucket().head("a"))
                    .isInstanceOfSatisfying(
                            S3Refusal.class,
                            refusal -> assertThat(refusal.isOfCredentials()).isTrue())
                    .hasMessageContaining("renew the credentials in " + file.file());
        }
    }

    private String authorization() {
        return store.asked().get(store.asked().size() - 1).headers().getFirst("Authorization");
    }

    @Test
    void refusesCredentialsThatOthersCanReadAndNeverShowsThem(@TempDir Path directory) throws IOException {
        CredentialsFile file = S3Fixture.credentials(directory);
        assertThat(file.current().toString()).doesNotContain(S3Fixture.SECRET);
        Files.setPosixFilePermissions(file.file(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(file::check)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION))
                .hasMessageContaining("chmod 600");
        assertFails(ErrorCode.PERMISSION, () -> new CredentialsFile(file.file(), "missing").check());
        assertFails(ErrorCode.PERMISSION, () -> new CredentialsFile(directory.resolve("none"), "default").check());
    }

    private String read(String key, ByteRange range, String etag) {
        return text(bucket.read(key, range, etag));
    }

    private static String text(ObjectBody body) {
        try (body) {
            ByteBuffer target = ByteBuffer.allocate(100);
            int length = body.read(target);
            return new String(target.array(), 0, length, StandardCharsets.UTF_8);
        }
    }

    private static List<String> keys(List<ObjectHead> objects) {
        return objects.stream().map(ObjectHead::key).toList();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertFails(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
