package org.bdm.server.interchange;

import java.io.Serial;

/** A line, or an element, that is not taken. Never leaves the package: the receiver is told the line and the reason. */
final class RefusedLine extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * Without a stack trace: there may be millions of them.
     *
     * @param reason for a person; what it quotes is escaped
     */
    RefusedLine(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
