package org.bdm.server.site.oidc;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A login at the issuer that ended without a session. Its message is for the audit log, and has no secret in it. */
public final class LoginRefused extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final LoginEnd end;

    LoginRefused(LoginEnd end, String detail) {
        this(end, detail, null);
    }

    LoginRefused(LoginEnd end, String detail, @Nullable Throwable cause) {
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
}
