package org.bdm.core.fault;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The one exception of the program: a code, and a detail that says what happened and where. Safe on any thread. */
public final class MoverException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /**
     * An error without an underlying exception.
     *
     * @param detail what and where, for a person; names of files already escaped
     */
    public MoverException(ErrorCode code, String detail) {
        this(code, detail, null);
    }

    /** An error with the exception that caused it; the cause goes to the log, never to a user. */
    public MoverException(ErrorCode code, String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.code = code;
    }

    /** The stable code. */
    public ErrorCode code() {
        return code;
    }

    /** The kind of {@link #code()}, which decides what the program does. */
    public ErrorKind kind() {
        return code.kind();
    }

    /** Describes the error and its place, without the advice. */
    public String detail() {
        String message = getMessage();
        return message == null ? code.name() : message;
    }

    /** The whole sentence for a person: what, where, what next. */
    public String sentence() {
        return detail() + ". " + code.advice();
    }
}
