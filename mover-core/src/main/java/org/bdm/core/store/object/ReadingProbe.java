package org.bdm.core.store.object;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.s3.ShownText;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** Asks a bucket what reading relies on. Reads only: a page of the listing, and one byte of one object. Any thread that may block. */
public final class ReadingProbe {
    private static final String OTHER_TAG = "\"00000000000000000000000000000000\"";

    private final ObjectStore store;
    private final List<String> kept = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final List<String> lacking = new ArrayList<>();

    /**
     * The answers.
     *
     * @param kept what the store does as it should, a phrase for each
     * @param lacking what it does without, at a price
     * @param missed what it does wrong, so that it cannot be read safely
     */
    public record Found(List<String> kept, List<String> lacking, List<String> missed) {}

    private ReadingProbe(ObjectStore store) {
        this.store = store;
    }

    /**
     * Looks now.
     *
     * @throws MoverException if the bucket cannot be read at all
     */
    public static Found of(ObjectStore store) {
        ReadingProbe probe = new ReadingProbe(store);
        return RefusedReading.told(() -> {
            probe.look(store.bucket());
            return new Found(List.copyOf(probe.kept), List.copyOf(probe.lacking), List.copyOf(probe.missed));
        });
    }

    private void look(Bucket bucket) {
        String prefix = store.key(StorePath.ROOT);
        List<ObjectHead> page = bucket.list(prefix, "", Bucket.PAGE_KEYS_MAX).objects();
        if (page.isEmpty()) {
            lacking.add("nothing to look at: it has no object");
            return;
        }
        order(bucket, prefix, page);
        Optional<ObjectHead> some =
                page.stream().filter(each -> each.size() > 1).findFirst();
        if (some.isEmpty()) lacking.add("no object with bytes among the first " + page.size());
        else object(bucket, some.get());
    }

    private void order(Bucket bucket, String prefix, List<ObjectHead> page) {
        for (int i = 1; i < page.size(); i++) {
            String before = page.get(i - 1).key();
            String key = page.get(i).key();
            if (KeyOrder.BYTES.compare(before, key) < 0) continue;
            missed.add("'" + ShownText.of(key) + "' is listed behind '" + ShownText.of(before) + "'");
            return;
        }
        String first = page.get(0).key();
        List<ObjectHead> next = bucket.list(prefix, first, 1).objects();
        boolean isBehind = next.isEmpty() || KeyOrder.BYTES.compare(next.get(0).key(), first) > 0;
        if (isBehind) kept.add(page.size() + " keys in the order of their bytes");
        else missed.add("start-after is ignored: a listing cannot be continued");
    }

    private void object(Bucket bucket, ObjectHead listed) {
        Optional<ObjectHead> head = bucket.head(listed.key());
        if (head.isEmpty()) {
            missed.add("'" + ShownText.of(listed.key()) + "' is listed and not there");
            return;
        }
        boolean agrees = ObjectStatus.of(head.get())
                .version()
                .equals(ObjectStatus.of(listed).version());
        if (agrees) kept.add("list and HEAD agree");
        else missed.add("list and HEAD differ in size, ETag or time of '" + ShownText.of(listed.key()) + "'");
        if (head.get().etag() == null) lacking.add("no ETag: a change within one second is not noticed");
        else kept.add("ETag");
        if (range(bucket, listed.key(), head.get().etag()) == null) kept.add("ranges");
        if (head.get().etag() == null) return;
        MoverException refused = range(bucket, listed.key(), OTHER_TAG);
        boolean isNoticed = refused != null && refused.code() == ErrorCode.SOURCE_CHANGED;
        if (isNoticed) kept.add("a replaced object is noticed");
        else missed.add("a replaced object is not noticed");
    }

    /** Null if the second byte came. */
    private @Nullable MoverException range(Bucket bucket, String key, @Nullable String etag) {
        try (ObjectBody body = bucket.read(key, new ByteRange(1, 1), etag)) {
            int unused = body.read(ByteBuffer.allocate(1));
            return null;
        } catch (MoverException e) {
            if (e.code() != ErrorCode.SOURCE_CHANGED) missed.add(e.detail());
            return e;
        } catch (S3Refusal refusal) {
            missed.add(String.valueOf(refusal.getMessage()));
            return RefusedReading.error(refusal);
        }
    }
}
