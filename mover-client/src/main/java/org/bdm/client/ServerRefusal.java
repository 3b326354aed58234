package org.bdm.client;

import org.bdm.core.control.Problem;

/** The server answered, and said no. */
public final class ServerRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ServerRefusal(Problem problem) {
        super(problem.code() + ": " + problem.detail());
        this.problem = problem;
    }

    /** The same refusal, for a problem that came inside an answer. */
    public static ServerRefusal of(Problem problem) {
        return new ServerRefusal(problem);
    }

    /** Returns the problem that the server reported. */
    public Problem problem() {
        return problem;
    }

    /** True when the server is only starting or stopping, so that the request may be repeated soon. */
    public boolean isPassing() {
        return problem.status() == 502 || problem.status() == 503 || problem.status() == 429;
    }
}
