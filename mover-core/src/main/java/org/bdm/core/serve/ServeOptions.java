package org.bdm.core.serve;

import java.time.Duration;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * What a serving node says of itself, and what it takes from one stream. A peer over a limit loses the stream.
 *
 * @param site name of this site
 * @param node this node
 * @param outstandingBytesMax bytes wanted and not yet sent, on one stream
 * @param outstandingRequestsMax requests not yet answered, on one stream
 * @param itemsPerWantMax files in one want
 * @param outstandingItemsMax files wanted and not yet ended, on one stream
 * @param greetingTimeout a stream without a hello is closed after this time
 */
public record ServeOptions(
        SiteName site,
        NodeId node,
        long outstandingBytesMax,
        int outstandingRequestsMax,
        int itemsPerWantMax,
        int outstandingItemsMax,
        Duration greetingTimeout) {
    /** Largest file, in bytes, that is sent as a piece of a pack. */
    public static final int PACKABLE_BYTES_MAX = 256 * 1024;

    /** Refuses limits under which nothing could be asked for. */
    public ServeOptions {
        if (outstandingBytesMax < 1 << 20
                || outstandingRequestsMax < 1
                || itemsPerWantMax < 1
                || outstandingItemsMax < itemsPerWantMax) {
            throw new IllegalArgumentException("limits of a stream are too small to ask for anything");
        }
    }

    /** 256 MiB, 256 requests, 4,096 files in a want and 16,384 in all, 15 seconds. */
    public static ServeOptions of(SiteName site, NodeId node) {
        return new ServeOptions(site, node, 256L << 20, 256, 4096, 16_384, Duration.ofSeconds(15));
    }
}
