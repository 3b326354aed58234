package org.bdm.server.catalog.holding;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The reason that ended a survey or a removal plan early. */
public record Failure(ErrorCode code, String text) {
    /** Keeps the code and the sentence of an error, without its cause. */
    public Failure(MoverException error) {
        this(error.code(), error.detail());
    }

    /** Returns it as an error, to be shown like others. */
    public MoverException asError() {
        return new MoverException(code, text);
    }
}
