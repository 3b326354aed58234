package org.bdm.server.hook;

import org.jspecify.annotations.Nullable;

/**
 * The mail server that takes our messages.
 *
 * @param security how the connection is encrypted
 * @param from address of the sender
 * @param user null if the server wants no login
 * @param password empty without a user
 */
public record MailSettings(
        String host,
        int port,
        Security security,
        String from,
        @Nullable String user,
        String password) {
    /** The encryption of the connection. */
    public enum Security {
        /** None: for a mail server on this machine. */
        NONE,
        /** Begun in the open, and refused unless it becomes TLS. */
        STARTTLS,
        TLS
    }

    @Override
    public String toString() {
        return "mail server " + host + ":" + port;
    }
}
