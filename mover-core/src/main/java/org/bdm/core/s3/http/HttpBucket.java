package org.bdm.core.s3.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.AskedObject;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ETag;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.s3.ShownText;
import org.jspecify.annotations.Nullable;

/** A bucket behind HTTP. Any thread that may block. */
final class HttpBucket implements Bucket {
    private static final int STATUS_OK = 200;
    private static final int STATUS_NOT_FOUND = 404;
    private static final int STATUS_NOT_THERE_EITHER = 405; // of a method on an object that is gone
    private static final int STATUS_CHANGED = 412;
    private static final int PAGE_BYTES_MAX =
            8 << 20; // a thousand keys of 1,024 bytes, each as %XX, with all that is told of them
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    private final S3Service service;
    private final String name;
    private final PatientRequests requests;

    HttpBucket(S3Service service, String name) {
        this.service = service;
        this.name = name;
        this.requests = new PatientRequests(service, name);
    }

    @Override
    public String shown() {
        return service.endpoint().shown(name);
    }

    @Override
    public ObjectPage list(String prefix, String after, int keysMax) {
        if (keysMax < 1 || keysMax > PAGE_KEYS_MAX) throw new IllegalArgumentException("keys of a page: " + keysMax);
        Map<String, String> query = new LinkedHashMap<>();
        query.put("list-type", "2");
        query.put("encoding-type", "url");
        query.put("max-keys", Integer.toString(keysMax));
        if (!prefix.isEmpty()) query.put("prefix", prefix);
        if (!after.isEmpty()) query.put("start-after", after);
        S3Request request = S3Request.of(HttpMethod.GET, "ListObjectsV2", "", query, Map.of());
        ObjectPage page = ListedPage.parse(requests.body(request, PAGE_BYTES_MAX));
        if (page.objects().isEmpty() && !page.isLast())
            throw new MoverException(
                    ErrorCode.PROTOCOL_VIOLATION, shown() + " lists nothing and says that more follows");
        return page;
    }

    @Override
    public Optional<ObjectHead> head(String key) {
        S3Request request = S3Request.of(HttpMethod.HEAD, "HeadObject", key, Map.of(), Map.of());
        S3Refusal refusal;
        try (S3Answer answer = requests.ask(request)) {
            byte[] none = answer.body(ANSWER_BYTES_MAX);
            if (answer.status() == STATUS_NOT_FOUND) return Optional.empty();
            if (answer.status() == STATUS_OK) return Optional.of(ToldHead.of(key, answer, answer.length()));
            refusal = service.refused(name, request, answer, AnswerXml.error(none));
        }
        throw explained(refusal, key);
    }

    /** The refusal of a HEAD has no body, so a GET asks for the reason: of expired credentials some stores say 400, and the code alone tells it. */
    private S3Refusal explained(S3Refusal refusal, String key) {
        S3Request reading = reading(key, new ByteRange(0, 1), null);
        try (S3Answer answer = requests.ask(reading)) {
            if (answer.status() != refusal.status()) return refusal;
            return service.refused(name, reading, answer, AnswerXml.error(answer.body(ANSWER_BYTES_MAX)));
        }
    }

    @Override
    public ObjectBody read(String key, @Nullable ByteRange range, @Nullable String etag) {
        return body(key, range, etag, requests.ask(reading(key, range, etag)));
    }

    @Override
    public AskedObject ask(String key, @Nullable ByteRange range, @Nullable String etag) {
        return new SentRead(this, key, range, etag, service.sendAhead(name, reading(key, range, etag)));
    }

    private static S3Request reading(String key, @Nullable ByteRange range, @Nullable String etag) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (range != null) headers.put("range", "bytes=" + range.offset() + "-" + (range.endExclusive() - 1));
        if (etag != null) headers.put("if-match", ETag.strong(etag));
        return S3Request.of(HttpMethod.GET, "GetObject", key, Map.of(), headers);
    }

    /** Takes over an answer; it is closed if it is not of what was asked for. */
    ObjectBody body(String key, @Nullable ByteRange range, @Nullable String etag, S3Answer answer) {
        boolean isOpen = false;
        try {
            if (!answer.isContent()) throw notRead(reading(key, range, etag), answer);
            HttpObjectBody body = HttpObjectBody.of(key, answer, range, shown());
            if (etag != null && !ETag.isSame(etag, body.head().etag()))
                throw changed(key, "the answer is of ETag " + body.head().etag() + ", not " + etag);
            isOpen = true;
            return body;
        } finally {
            if (!isOpen) answer.close();
        }
    }

    private RuntimeException notRead(S3Request request, S3Answer answer) {
        StoreError error = AnswerXml.error(answer.body(ANSWER_BYTES_MAX));
        if (answer.status() == STATUS_CHANGED) return changed(request.key(), "it is another object now");
        if (answer.status() == STATUS_NOT_FOUND && error.code().equals("NoSuchKey"))
            return new MoverException(
                    ErrorCode.SOURCE_NOT_FOUND, shown() + "/" + ShownText.of(request.key()) + " is not there");
        return notDone(request, answer, error);
    }

    private MoverException changed(String key, String how) {
        return new MoverException(
                ErrorCode.SOURCE_CHANGED, shown() + "/" + ShownText.of(key) + " changed: " + ShownText.of(how));
    }

    @Override
    public String put(String key, ByteBuffer body, byte[] sha256, Map<String, String> metadata, boolean onlyIfAbsent) {
        Map<String, String> headers = new LinkedHashMap<>();
        metadata.forEach((each, value) -> headers.put("x-amz-meta-" + each, value));
        if (onlyIfAbsent) headers.put("if-none-match", "*");
        S3Request request = S3Request.of(HttpMethod.PUT, "PutObject", key, Map.of(), headers);
        return etag(request.with(body, HexFormat.of().formatHex(sha256)));
    }

    @Override
    public String begin(String key, Map<String, String> metadata) {
        Map<String, String> headers = new LinkedHashMap<>();
        metadata.forEach((each, value) -> headers.put("x-amz-meta-" + each, value));
        S3Request request = S3Request.of(HttpMethod.POST, "CreateMultipartUpload", key, Map.of("uploads", ""), headers);
        String[] upload = {""};
        // rclone calls its root by another name than the protocol.
        AnswerXml.read(requests.body(request, ANSWER_BYTES_MAX), (path, text) -> {
            if (path.endsWith("/UploadId")) upload[0] = text.strip();
        });
        if (upload[0].isEmpty()) throw odd("begins an upload without an id");
        return upload[0];
    }

    @Override
    public String putPart(String key, String upload, int number, ByteBuffer body, byte[] sha256) {
        Map<String, String> query = Map.of("partNumber", Integer.toString(number), "uploadId", upload);
        S3Request request = S3Request.of(HttpMethod.PUT, "UploadPart", key, query, Map.of());
        return etag(request.with(body, HexFormat.of().formatHex(sha256)));
    }

    private String etag(S3Request request) {
        try (S3Answer answer = requests.ask(request)) {
            byte[] body = answer.body(ANSWER_BYTES_MAX);
            if (answer.status() != STATUS_OK) throw service.refused(name, request, answer, AnswerXml.error(body));
            return answer.field(HttpHeaderNames.ETAG).orElseThrow(() -> odd("takes bytes and tells no ETag"));
        }
    }

    @Override
    public Optional<List<ObjectPart>> parts(String key, String upload) {
        List<ObjectPart> parts = new ArrayList<>();
        int after = 0;
        while (true) {
            Map<String, String> query = new LinkedHashMap<>(Map.of("uploadId", upload));
            if (after > 0) query.put("part-number-marker", Integer.toString(after));
            S3Request request = S3Request.of(HttpMethod.GET, "ListParts", key, query, Map.of());
            ListedParts page;
            try (S3Answer answer = requests.ask(request)) {
                byte[] body = answer.body(PAGE_BYTES_MAX);
                int status = answer.status();
                if (status == STATUS_NOT_THERE_EITHER) return Optional.empty();
                if (status != STATUS_OK) {
                    StoreError error = AnswerXml.error(body);
                    if (isGone(status, error)) return Optional.empty();
                    throw notDone(request, answer, error);
                }
                page = ListedParts.parse(body);
            }
            parts.addAll(page.parts());
            if (!page.isTruncated()) return Optional.of(parts);
            int last = page.lastNumber();
            if (last <= after) throw odd("lists parts without an end"); // each page goes on behind the last
            after = last;
        }
    }

    @Override
    public String complete(String key, String upload, List<ObjectPart> parts, boolean onlyIfAbsent) {
        StringBuilder list = new StringBuilder("<CompleteMultipartUpload>");
        for (ObjectPart part : parts) {
            list.append("<Part><PartNumber>").append(part.number()).append("</PartNumber><ETag>");
            list.append(part.etag().replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"));
            list.append("</ETag></Part>");
        }
        byte[] body = list.append("</CompleteMultipartUpload>").toString().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>(Map.of("content-type", "application/xml"));
        if (onlyIfAbsent) headers.put("if-none-match", "*");
        S3Request request =
                S3Request.of(HttpMethod.POST, "CompleteMultipartUpload", key, Map.of("uploadId", upload), headers);
        S3Request whole = request.with(ByteBuffer.wrap(body), RequestSignature.sha256(body));
        try (S3Answer answer = requests.ask(whole, service.timing().assembling())) {
            byte[] told = answer.body(ANSWER_BYTES_MAX);
            if (answer.status() != STATUS_OK) throw service.refused(name, whole, answer, AnswerXml.error(told));
            return completed(whole, answer, told);
        }
    }

    /** A store may say 200 before it begins to work: only the whole result is one. */
    private String completed(S3Request request, S3Answer answer, byte[] told) {
        String[] etag = {""};
        String root;
        try {
            root = AnswerXml.read(told, (path, text) -> {
                if (!path.startsWith("Error/") && path.endsWith("/ETag")) etag[0] = text.strip();
            });
        } catch (MoverException e) {
            throw new MoverException(
                    ErrorCode.CONNECTION_LOST, shown() + " said 200 and did not end its answer to Complete", e);
        }
        if (root.equals("Error")) throw service.refused(name, request, answer, AnswerXml.error(told));
        // The result of a Ceph RGW 16 has an empty ETag.
        if (!root.startsWith("CompleteMultipartUpload")) throw odd("completes an upload without a result");
        return etag[0];
    }

    @Override
    public void abort(String key, String upload) {
        removed(S3Request.of(HttpMethod.DELETE, "AbortMultipartUpload", key, Map.of("uploadId", upload), Map.of()));
    }

    @Override
    public void delete(String key, @Nullable String etag) {
        Map<String, String> headers = etag == null ? Map.of() : Map.of("if-match", ETag.strong(etag));
        removed(S3Request.of(HttpMethod.DELETE, "DeleteObject", key, Map.of(), headers));
    }

    private void removed(S3Request request) {
        try (S3Answer answer = requests.ask(request)) {
            byte[] body = answer.body(ANSWER_BYTES_MAX);
            if (answer.status() / 100 == 2) return;
            StoreError error = AnswerXml.error(body);
            if (!isGone(answer.status(), error)) throw notDone(request, answer, error);
        }
    }

    private static boolean isGone(int status, StoreError error) {
        return status == STATUS_NOT_FOUND && error.isOfMissing();
    }

    /** Returns the refusal; CONNECTION_LOST for a 404 without an error of S3, which did not come from the store. */
    private RuntimeException notDone(S3Request request, S3Answer answer, StoreError error) {
        S3Refusal refusal = service.refused(name, request, answer, error);
        if (answer.status() != STATUS_NOT_FOUND || !error.code().isEmpty()) return refusal;
        return new MoverException(ErrorCode.CONNECTION_LOST, refusal.getMessage() + " without an error of S3", refusal);
    }

    private S3Refusal odd(String what) {
        return new S3Refusal(STATUS_OK, "", shown() + " " + what);
    }
}
