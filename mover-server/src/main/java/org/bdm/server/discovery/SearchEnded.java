package org.bdm.server.discovery;

/** The receiver of the claims threw, or the search was stopped: nothing more is asked or passed on. */
final class SearchEnded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SearchEnded(RuntimeException cause) {
        super(cause);
    }

    SearchEnded() {
        super("the search has ended");
    }
}
