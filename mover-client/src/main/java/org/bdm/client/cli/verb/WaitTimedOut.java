package org.bdm.client.cli.verb;

/** What was waited for did not come in the time that was given. */
public final class WaitTimedOut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String advice;

    private WaitTimedOut(String what, String advice) {
        super(what);
        this.advice = advice;
    }

    public static WaitTimedOut ofJob(String what) {
        return new WaitTimedOut(what, "The job goes on; wait again with 'bdm-client wait JOB'.");
    }

    public static WaitTimedOut ofPublication(String what) {
        return new WaitTimedOut(what, "Repeat the command: it looks first, and sends nothing again that shows.");
    }

    /** One sentence. */
    public String advice() {
        return advice;
    }
}
