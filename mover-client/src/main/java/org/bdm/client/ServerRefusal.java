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

    /** What the server said. */
    public Problem problem() {
        return problem;
    }

    /** Whether the server is only starting or stopping, so that the same question may be asked again soon. */
    public boolean isPassing() {
        return problem.status() == 502 || problem.status() == 503 || problem.status() == 429;
    }
}
