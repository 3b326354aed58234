package org.bdm.server.discovery.record;

/** A record lacks what a claim has to have. Its message says what. */
public final class UnreadableRecord extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableRecord(String reason) {
        super(reason);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
