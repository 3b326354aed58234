package org.bdm.core.source.bdm;

import java.time.Duration;
import org.bdm.core.id.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * The deadline of the wants of one stream. The other side answers them in their order, so it is always the oldest that must make progress,
 * whatever else comes and whatever the PONGs say: an item of it ends, or {@value #BYTES_MIN} bytes of it come, in each period in which the
 * stream is read. Owner only.
 */
final class WantWatch {
    /** Less in a whole period is no progress: a byte now and then would keep a file for ever. */
    static final long BYTES_MIN = 64 << 10;

    private final long periodNanos;
    private @Nullable RequestId oldest;
    private long bytesBefore;
    private int endsBefore;
    private long sinceNanos;

    WantWatch(Duration period) {
        periodNanos = period.toNanos();
    }

    /** True when the oldest want has been without progress for a whole period. */
    boolean isStuck(@Nullable WantRequest request, long readableNanos) {
        if (request == null) {
            oldest = null;
            return false;
        }
        boolean hasMoved = !request.id.equals(oldest)
                || request.partsEnded() > endsBefore
                || request.bytesArrived() - bytesBefore >= BYTES_MIN;
        if (hasMoved) {
            oldest = request.id;
            bytesBefore = request.bytesArrived();
            endsBefore = request.partsEnded();
            sinceNanos = readableNanos;
        }
        return readableNanos - sinceNanos >= periodNanos;
    }
}
