package org.bdm.server.discovery;

/** A record lacks what a claim has to have. Its message says what. */
final class UnreadableRecord extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableRecord(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
