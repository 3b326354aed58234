package org.bdm.core.reader;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** An exception that no store should throw: the item fails, the stream goes on. */
final class Defect {
    private Defect() {}

    static MoverException of(ReadItem item, Throwable cause) {
        return new MoverException(
                ErrorCode.INTERNAL,
                "reading " + item.path() + " failed: " + cause.getClass().getSimpleName(),
                cause);
    }
}
