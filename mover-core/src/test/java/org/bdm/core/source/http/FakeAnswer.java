package org.bdm.core.source.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a fake data node answers one request. */
@FunctionalInterface
public interface FakeAnswer {
    /** Writes the answer; false closes the connection afterwards. */
    boolean answer(FakeDataNode node, FakeRequest request, OutputStream out) throws IOException;

    /** The file, as nginx does: ranges, If-Range, 416, 404. */
    static FakeAnswer served() {
        return (node, request, out) -> Serving.of(node, request).write(out, Long.MAX_VALUE);
    }

    /** Any range of it is ignored. */
    static FakeAnswer servedWhole() {
        return (node, request, out) -> Serving.of(node, FakeRequest.bare(request.method(), request.path()))
                .write(out, Long.MAX_VALUE);
    }

    /** The file, but the connection ends after so many bytes of the body. */
    static FakeAnswer cutAfter(long bytes) {
        return (node, request, out) -> {
            Serving.of(node, request).write(out, bytes);
            return false;
        };
    }

    /** The file, but nothing more comes after so many bytes, until the latch is opened; then the connection ends. */
    static FakeAnswer silentAfter(long bytes, CountDownLatch latch) {
        return (node, request, out) -> {
            Serving.of(node, request).write(out, bytes);
            await(latch);
            return false;
        };
    }

    /** The file, with a pause before the rest that ends when the latch is opened. */
    static FakeAnswer pausedAfter(long bytes, CountDownLatch latch) {
        return (node, request, out) -> {
            Serving serving = Serving.of(node, request);
            serving.write(out, bytes);
            await(latch);
            return serving.writeRest(out, bytes);
        };
    }

    /** Another answer, after the latch is opened. */
    static FakeAnswer after(CountDownLatch latch, FakeAnswer answer) {
        return (node, request, out) -> {
            await(latch);
            return answer.answer(node, request, out);
        };
    }

    /** A status with fields {@code Name: value} and a body of text. */
    static FakeAnswer status(int status, String body, String... fields) {
        return raw("HTTP/1.1 " + status + " Said\r\nContent-Length: " + body.length() + "\r\n"
                + (fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n") + "\r\n" + body);
    }

    static FakeAnswer redirect(int status, String location) {
        return status(status, "moved", "Location: " + location);
    }

    /** A page of HTML with 200. */
    static FakeAnswer page() {
        return status(200, "<html>please log in</html>", "Content-Type: text/html; charset=utf-8");
    }

    /** Bytes as they are. */
    static FakeAnswer raw(String text) {
        return (node, request, out) -> {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            return true;
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) throw new AssertionError("nobody opened the latch");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What is sent of a file. */
    record Serving(String head, byte[] bytes, int from, int end) {
        static Serving of(FakeDataNode node, FakeRequest request) {
            Optional<FakeFile> found = node.file(request.path());
            if (found.isEmpty()) {
                byte[] body = "not here".getBytes(StandardCharsets.ISO_8859_1);
                return new Serving("HTTP/1.1 404 Not Found\r\nContent-Length: 8\r\n\r\n", body, 0, body.length);
            }
            FakeFile file = found.get();
            int size = file.bytes().length;
            String ifRange = request.fields().get("if-range");
            boolean isRange = request.range().startsWith("bytes=")
                    && (ifRange == null || file.entityTag() == null || ifRange.equals(file.entityTag()));
            int from = 0;
            int end = size;
            if (isRange) {
                String[] ends = request.range().substring("bytes=".length()).split("-", 2);
                from = Integer.parseInt(ends[0]);
                if (!ends[1].isEmpty()) end = (int) Math.min(size, Long.parseLong(ends[1]) + 1);
                if (from >= size) {
                    return new Serving(
                            "HTTP/1.1 416 Range\r\nContent-Length: 0\r\nContent-Range: bytes */" + size + "\r\n\r\n",
                            file.bytes(),
                            0,
                            0);
                }
            }
            String head = "HTTP/1.1 " + (isRange ? "206 Partial Content" : "200 OK") + "\r\nContent-Length: "
                    + (end - from) + "\r\nContent-Type: " + file.contentType() + "\r\nAccept-Ranges: bytes\r\n"
                    + (isRange ? "Content-Range: bytes " + from + "-" + (end - 1) + "/" + size + "\r\n" : "")
                    + (file.entityTag() == null ? "" : "ETag: " + file.entityTag() + "\r\n")
                    + (file.lastModified() == null ? "" : "Last-Modified: " + file.lastModified() + "\r\n") + "\r\n";
            return new Serving(head, file.bytes(), from, request.method().equals("HEAD") ? from : end);
        }

        boolean write(OutputStream out, long bodyMax) throws IOException {
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            out.write(bytes, from, (int) Math.min(bodyMax, end - from));
            out.flush();
            return true;
        }

        boolean writeRest(OutputStream out, long after) throws IOException {
            int start = (int) Math.min(end, from + after);
            out.write(bytes, start, end - start);
            out.flush();
            return true;
        }
    }
}
