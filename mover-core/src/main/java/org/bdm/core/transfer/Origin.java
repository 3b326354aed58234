package org.bdm.core.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From where bytes of a file came.
 *
 * @param place {@code bdm://SITE/EXPORT}, or a data node as host, with its port if that is not the usual one; after {@code http://} if
 *     bytes came without TLS although the copy was published with it
 * @param bytes that came from there in the attempt that ended the file; what an earlier run of the program brought is not counted
 * @param asked how they were asked for; null where nobody counts that
 */
public record Origin(String place, long bytes, @Nullable Asked asked) {
    /** Without a count of the requests. */
    public Origin(String place, long bytes) {
        this(place, bytes, null);
    }

    /**
     * The requests by which the bytes of a place came: between two of them the content may have changed.
     *
     * @param requests how many brought bytes
     * @param millis from the begin of the first to the last byte of the last
     */
    public record Asked(int requests, long millis) {
        /** All requests of a file, however many data nodes they went to; null where nobody counted them. */
        public static @Nullable Asked of(List<Origin> origins) {
            int requests = 0;
            long millis = 0;
            for (Origin origin : origins) {
                if (origin.asked() == null) continue;
                requests += origin.asked().requests();
                millis = Math.max(millis, origin.asked().millis());
            }
            return requests == 0 ? null : new Asked(requests, millis);
        }

        /** For people, without the place. */
        public String text() {
            if (requests == 1) return "one request";
            long seconds = Math.max(1, Math.round(millis / 1000.0));
            return requests + " requests over " + seconds + (seconds == 1 ? " second" : " seconds");
        }
    }

    private static final String WITHOUT_TLS = "http://";

    /** The place of bytes that a data node should have sent with TLS, and sent without. */
    public static String downgraded(String node) {
        return WITHOUT_TLS + node;
    }

    /** True when the bytes of a place arrived without TLS although they were published with it. */
    public static boolean isDowngraded(String place) {
        return place.startsWith(WITHOUT_TLS);
    }

    /** True when the bytes arrived without TLS although they were published with it. */
    public boolean isDowngraded() {
        return isDowngraded(place);
    }
}
