package org.bdm.client.cli.verb;

/** Thrown when a wait times out. */
public final class WaitTimedOut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String advice;

    private WaitTimedOut(String what, String advice) {
        super(what);
        this.advice = advice;
    }

    public static WaitTimedOut ofJob(String what) {
        return new WaitTimedOut(what, "The job continues; wait again with 'bdm-client wait JOB'.");
    }

    public static WaitTimedOut ofPublication(String what) {
        return new WaitTimedOut(
                what, "Repeat the command: it checks first, and does not send again what the index already shows.");
    }

    /** One sentence. */
    public String advice() {
        return advice;
    }
}
