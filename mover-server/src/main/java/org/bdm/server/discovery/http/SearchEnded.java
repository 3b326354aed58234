package org.bdm.server.discovery.http;

/** The receiver of the claims threw, or the search was stopped: nothing more is asked or passed on. */
public final class SearchEnded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SearchEnded(RuntimeException cause) {
        super(cause);
    }

    public SearchEnded() {
        super("the search has ended");
    }
}
