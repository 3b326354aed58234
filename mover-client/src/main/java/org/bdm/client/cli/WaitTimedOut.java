package org.bdm.client.cli;

/** The job did not end in the time that was given. */
final class WaitTimedOut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WaitTimedOut(String what) {
        super(what);
    }
}
