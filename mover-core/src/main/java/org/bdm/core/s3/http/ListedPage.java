package org.bdm.core.s3.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.s3.ShownText;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of ListObjectsV2. Keys are decoded only if the answer says that they are encoded, whatever was asked for: two stores send them as
 * they are.
 */
final class ListedPage implements AnswerXml.Content {
    private static final String ROOT = "ListBucketResult";
    private static final String OBJECT = ROOT + "/Contents";

    private final List<Entry> entries = new ArrayList<>();
    private boolean isTruncated;
    private boolean isEncoded;
    private @Nullable String key;
    private @Nullable String size;
    private @Nullable String etag;
    private @Nullable String modified;

    private record Entry(String key, long size, @Nullable String etag, Instant modified) {}

    private ListedPage() {}

    /** Reads an answer; PROTOCOL_VIOLATION for what is none. */
    static ObjectPage parse(byte[] document) {
        ListedPage page = new ListedPage();
        String root = AnswerXml.read(document, page);
        if (!root.equals(ROOT)) throw broken("a listing begins with <" + ShownText.of(root) + ">");
        try {
            return new ObjectPage(page.entries.stream().map(page::head).toList(), !page.isTruncated);
        } catch (IllegalArgumentException e) {
            throw broken("a listing has a key that cannot be decoded");
        }
    }

    private ObjectHead head(Entry entry) {
        String decoded = isEncoded ? PercentCoding.decoded(entry.key()) : entry.key();
        return new ObjectHead(decoded, entry.size(), entry.etag(), null, entry.modified(), Map.of());
    }

    @Override
    public void text(String path, String text) {
        switch (path) {
            case OBJECT + "/Key" -> key = text;
            case OBJECT + "/Size" -> size = text.strip();
            case OBJECT + "/ETag" -> etag = text.isBlank() ? null : text.strip();
            case OBJECT + "/LastModified" -> modified = text.strip();
            case ROOT + "/IsTruncated" -> isTruncated = text.strip().equals("true");
            case ROOT + "/EncodingType" -> isEncoded = text.strip().equals("url");
            default -> {} // names of the bucket, of owners and of what comes later
        }
    }

    @Override
    public void end(String path) {
        if (!path.equals(OBJECT)) return;
        if (key == null) throw broken("a listing has an entry without a key");
        if (size != null && !size.isEmpty()) entries.add(new Entry(key, bytes(size), etag, time(modified)));
        key = null;
        size = null;
        etag = null;
        modified = null;
    }

    private static long bytes(String digits) {
        try {
            long bytes = Long.parseLong(digits);
            if (bytes >= 0) return bytes;
        } catch (NumberFormatException e) {
            // told below
        }
        throw broken("a listing has the size '" + ShownText.of(digits) + "'");
    }

    /** Proves nothing, so that one that cannot be read is none. */
    static Instant time(@Nullable String text) {
        if (text == null) return Instant.EPOCH;
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static MoverException broken(String why) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the store does not answer as S3 does: " + why);
    }
}
