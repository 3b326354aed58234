package org.bdm.server.interchange.entry;

import java.io.Serial;

/** A line, or an element, that is not taken. Never leaves the package: the receiver is told the line and the reason. */
public final class RefusedLine extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * Without a stack trace: there may be millions of them.
     *
     * @param reason for a person; what it quotes is escaped
     */
    public RefusedLine(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
