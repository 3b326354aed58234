package org.bdm.client.demo;

/** The demo cannot go on; the message says what and where to look. */
public final class DemoFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DemoFailure(String what) {
        super(what);
    }

    public DemoFailure(String what, Throwable cause) {
        super(what + ": " + cause, cause);
    }
}
