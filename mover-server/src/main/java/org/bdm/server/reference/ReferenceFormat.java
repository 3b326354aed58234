package org.bdm.server.reference;

import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The forms in which a set is written. */
public enum ReferenceFormat {
    /** One file of JSON. */
    JSON,
    /** A directory of Parquet files, of which readers fetch what they need. */
    PARQUET;

    /** The form of this name; INVALID_REQUEST. */
    public static ReferenceFormat ofName(String name) {
        for (ReferenceFormat format : values()) {
            if (format.name().toLowerCase(Locale.ROOT).equals(name)) return format;
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, "format is neither json nor parquet");
    }
}
