package org.bdm.core.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against moto, a store of PyPI for tests. */
class MotoStoreTest {
    @TempDir
    Path directory;

    @Test
    void writesListsAndReadsAtARealStore() throws Exception {
        Optional<Path> moto = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(each -> Path.of(each, "moto_server"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeThat(moto).as("moto_server is not installed").isPresent();
        int port = freePort();
        Process store = new ProcessBuilder(moto.get().toString(), "-H", "127.0.0.1", "-p", Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(1)).until(() -> isUp(port));
            makeBucket(port);
            readsAndWrites(port);
        } finally {
            store.destroyForcibly().waitFor();
        }
    }

    private void readsAndWrites(int port) throws IOException {
        try (S3Fixture fixture =
                new S3Fixture(URI.create("http://127.0.0.1:" + port), Optional.of(S3Fixture.credentials(directory)))) {
            Bucket bucket = fixture.bucket();
            for (String key : List.of("d/a-b.nc", "d/a.nc", "d/a/x.nc", "d/ä +%.nc"))
                assertThat(bucket.put(key, bytes(key), sha256(key), Map.of("mtime", "1"), false))
                        .isNotEmpty();
            String upload = bucket.begin("d/parts.nc", Map.of());
            String etag = bucket.putPart("d/parts.nc", upload, 1, bytes("part"), sha256("part"));
            assertThat(bucket.parts("d/parts.nc", upload)).map(List::size).contains(1);
            assertThat(bucket.complete("d/parts.nc", upload, List.of(new ObjectPart(1, 4, etag)), false))
                    .isNotEmpty();
            ObjectStore objects = new ObjectStore(bucket, "d");
            assertThat(objects.list(StorePath.ROOT, null, 10).entries())
                    .extracting(each -> each.name().shown())
                    .containsExactly("a", "a-b.nc", "a.nc", "parts.nc", "ä +%25.nc");
            try (ReadableFile file = objects.open(StorePath.ofUtf8("ä +%.nc"))) {
                ByteBuffer target = ByteBuffer.allocate(100);
                int length = file.read(0, target);
                assertThat(new String(target.array(), 0, length, StandardCharsets.UTF_8))
                        .isEqualTo("d/ä +%.nc");
                assertThat(objects.status(StorePath.ofUtf8("ä +%.nc"))).contains(file.status());
            }
            bucket.delete("d/a.nc", null);
            assertThat(bucket.head("d/a.nc")).isEmpty();
        }
    }

    /** Done by hand: no part of the program makes buckets. */
    private static void makeBucket(int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/climate"))
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request, Signature=x")
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    private static boolean isUp(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] sha256(String text) {
        return HexFormat.of().parseHex(RequestSignature.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }
}
