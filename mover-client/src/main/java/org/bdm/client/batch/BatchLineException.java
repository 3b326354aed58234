package org.bdm.client.batch;

/** A line of a batch that cannot be understood. */
public final class BatchLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The line is counted from 1. */
    public BatchLineException(long lineNumber, String what) {
        super("line " + lineNumber + ": " + what);
    }
}
