package org.bdm.core.transfer;

/**
 * From where bytes of a file came.
 *
 * @param place {@code bdm://SITE/EXPORT}, or a data node as host, with its port if that is not the usual one; after {@code http://} if
 *     bytes came without TLS although the copy was published with it
 * @param bytes that came from there in the attempt that ended the file; what an earlier run of the program brought is not counted
 */
public record Origin(String place, long bytes) {
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
