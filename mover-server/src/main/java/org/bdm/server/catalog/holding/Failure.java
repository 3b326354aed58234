package org.bdm.server.catalog.holding;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Why a survey or a plan of removal could not be made to its end. */
public record Failure(ErrorCode code, String text) {
    /** What the error says, without its cause. */
    public Failure(MoverException error) {
        this(error.code(), error.detail());
    }

    /** The same as an error, to be shown like others. */
    public MoverException asError() {
        return new MoverException(code, text);
    }
}
