package org.bdm.server.discovery;

/** An index says more to one question than is kept in memory for it; becomes a warning. */
final class TooManyClaims extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyClaims(long claimsMax) {
        super("it gave more than " + claimsMax + " files for one question; ask for fewer datasets at once");
    }
}
