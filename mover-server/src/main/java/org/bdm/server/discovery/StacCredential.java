package org.bdm.server.discovery;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** A bearer token for one change of a catalog. It is kept nowhere, and its text shows nothing of it. Immutable. */
public final class StacCredential {
    private static final int LENGTH_MAX = 16_384;

    private final String token;

    /**
     * With what the provider of the login gave.
     *
     * @throws MoverException INVALID_REQUEST if it cannot be a token; the sentence does not quote it
     */
    public StacCredential(String token) {
        String stripped = token.strip();
        boolean isToken = !stripped.isEmpty()
                && stripped.length() <= LENGTH_MAX
                && stripped.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (!isToken) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "the credential is not a bearer token: one word of visible ASCII letters is expected, up to "
                            + LENGTH_MAX);
        }
        this.token = stripped;
    }

    String header() {
        return "Bearer " + token;
    }

    /** Takes the token out of what somebody answered. */
    String withoutToken(String said) {
        return said.replace(token, "(credential)");
    }

    @Override
    public String toString() {
        return "a credential";
    }
}
