package org.bdm.core.netcdf;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The two errors of a reader of structures. */
public final class StructureFault {
    private StructureFault() {}

    /** The file breaks its format at this offset. */
    public static MoverException malformed(long offset, String what) {
        return new MoverException(ErrorCode.FILE_MALFORMED, "at byte " + offset + " of the file: " + what);
    }

    /** The file may be valid; what it uses is not read here. */
    public static MoverException unsupported(String what) {
        return new MoverException(ErrorCode.UNSUPPORTED, what);
    }
}
