package org.bdm.core.netcdf;

import org.jspecify.annotations.Nullable;

/**
 * The value of elements that were never written, as the storage says; the attribute {@code _FillValue} is something else.
 *
 * @param bytes of one element; null if none was set, which is read as zeros
 * @param isNeverWritten whether storage is left as it is (NOFILL): such elements have no defined value
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the file, changed by nobody
public record FillValue(byte @Nullable [] bytes, boolean isNeverWritten) {
    /** Zeros. */
    public static final FillValue ZERO = new FillValue(null, false);

    /** True if every byte is zero. */
    public boolean isZero() {
        if (bytes == null) return true;
        for (byte each : bytes) if (each != 0) return false;
        return true;
    }
}
