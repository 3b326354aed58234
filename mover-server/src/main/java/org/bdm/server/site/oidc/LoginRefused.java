package org.bdm.server.site.oidc;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A login at the issuer that ended without a session. Its message is for the audit log, and has no secret in it. */
public final class LoginRefused extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final int SHOWN_MAX = 100;

    private final LoginEnd end;

    /** Ends so, for this reason. */
    public LoginRefused(LoginEnd end, String detail) {
        this(end, detail, null);
    }

    /** Ends so, for this reason and because of this. */
    public LoginRefused(LoginEnd end, String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.end = end;
    }

    /** The reason for the person. */
    public LoginEnd end() {
        return end;
    }

    /** The reason for an administrator. */
    public String detail() {
        String message = getMessage();
        return message == null ? end.name() : message;
    }

    /** Returns a text from outside, shortened. */
    public static String shown(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "..";
    }
}
