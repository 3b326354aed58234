package org.bdm.server.app;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * One {@code --export} of a bucket, or a part of one.
 *
 * @param store name that {@code --s3} gives its store
 * @param prefix of the keys, without a slash at either end; empty for the whole bucket
 */
record BucketExport(ExportName name, String store, String bucket, String prefix, boolean writable) {
    private static final String SCHEME = "s3://";

    /** True for {@code NAME=s3://..}. */
    static boolean isOne(String text) {
        return text.indexOf('=') > 0 && text.startsWith(SCHEME, text.indexOf('=') + 1);
    }

    /** Reads {@code NAME=s3://STORE/BUCKET[/PREFIX][:ro|:rw]}. */
    static BucketExport parse(String text) {
        int equals = text.indexOf('=');
        String place = text.substring(equals + 1 + SCHEME.length());
        boolean writable = place.endsWith(":rw");
        if (writable || place.endsWith(":ro")) place = place.substring(0, place.length() - 3);
        while (place.endsWith("/")) place = place.substring(0, place.length() - 1);
        String[] parts = place.split("/", 3);
        if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty())
            throw refused(text, "write NAME=s3://STORE/BUCKET or NAME=s3://STORE/BUCKET/PREFIX");
        String prefix = parts.length < 3 ? "" : parts[2];
        try {
            StorePath.ofUtf8(prefix);
            return new BucketExport(new ExportName(text.substring(0, equals)), parts[0], parts[1], prefix, writable);
        } catch (IllegalArgumentException | MoverException e) {
            throw refused(text, String.valueOf(e.getMessage()));
        }
    }

    /** For people, and how a source in it is written. */
    String shown() {
        return SCHEME + store + "/" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
    }

    /** True if the keys of the other one are among those of this one, if both are of one bucket. */
    boolean holds(BucketExport other) {
        return prefix.isEmpty() || other.prefix.equals(prefix) || other.prefix.startsWith(prefix + "/");
    }

    private static MoverException refused(String text, String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--export '" + text + "': " + why);
    }
}
