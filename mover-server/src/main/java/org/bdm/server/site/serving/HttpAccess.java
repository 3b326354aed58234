package org.bdm.server.site.serving;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The callers who may read an export over HTTP. */
public enum HttpAccess {
    /** Nobody. */
    OFF,
    /** Callers with a token of the role reader. */
    TOKEN,
    /** Anybody who reaches the port. */
    PUBLIC;

    /** Reads {@code off}, {@code token} or {@code public}; YAML makes {@code false} of an unquoted {@code off}. INVALID_REQUEST. */
    public static HttpAccess ofName(String name) {
        return switch (name) {
            case "off", "false" -> OFF;
            case "token" -> TOKEN;
            case "public" -> PUBLIC;
            default ->
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "'" + name
                                + "' is not a value for reading an export over HTTP; the values are off, token and public");
        };
    }
}
