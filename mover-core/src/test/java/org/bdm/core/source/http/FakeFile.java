package org.bdm.core.source.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/**
 * A file of a fake data node.
 *
 * @param entityTag null for none, as THREDDS
 * @param lastModified null for none
 */
public record FakeFile(byte[] bytes, String entityTag, String lastModified, String contentType) {
    /** As nginx serves it. */
    public static FakeFile of(byte[] bytes) {
        int hash = Arrays.hashCode(bytes);
        Instant modified = Instant.ofEpochSecond(1_500_000_000L + Math.floorMod(hash, 1_000_000));
        return new FakeFile(bytes, "\"" + Integer.toHexString(hash) + "\"", date(modified), "application/x-netcdf");
    }

    /** As THREDDS serves it: without an ETag. */
    public FakeFile ofThredds() {
        return new FakeFile(bytes, null, lastModified, contentType);
    }

    static String date(Instant instant) {
        return DateTimeFormatter.RFC_1123_DATE_TIME
                .format(instant.atOffset(ZoneOffset.UTC))
                .replace("Z", "GMT");
    }
}
