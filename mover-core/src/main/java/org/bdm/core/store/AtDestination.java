package org.bdm.core.store;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Names the side of an error: what looks at a destination fails as what looks at a source does, and says so. */
public final class AtDestination {
    private AtDestination() {}

    /** Returns the error of a look at a destination; of an entry, it is that entry's alone. */
    public static MoverException error(MoverException e) {
        ErrorCode code = switch (e.code()) {
            case SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_READ_ERROR, SPECIAL_FILE, IS_A_DIRECTORY ->
                ErrorCode.DESTINATION_UNREADABLE;
            case NOT_A_DIRECTORY -> ErrorCode.PATH_BLOCKED;
            default -> e.code();
        };
        return code == e.code() ? e : new MoverException(code, e.detail(), e);
    }
}
