package org.bdm.server.discovery.index;

/** An index says more to one question than is kept in memory for it; becomes a warning. */
public final class TooManyClaims extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyClaims(long claimsMax) {
        super("it gave more than " + claimsMax + " files for one question; ask for fewer datasets at once");
    }
}
