package org.bdm.client.cli.verb;

import java.util.Set;
import org.bdm.core.control.Problem;

/** Exit codes of the command; the numbers are a contract. */
public enum ExitCode {
    /** Everything is done, or already was. */
    DONE(0),
    /** The job ended with files that failed, or skips datasets that no index knows; a check found differences; an import refused lines. */
    FILES_FAILED(1),
    /** The command or one of its arguments is invalid, as the client or the server found; nothing was done. */
    USAGE(2),
    /** No answer from the server. */
    NOT_REACHABLE(3),
    /** No token, a wrong one, or one without the right. */
    NOT_ALLOWED(4),
    /** No such job, site, export or dataset. */
    UNKNOWN(5),
    /** The wait took longer than allowed; the job goes on. */
    TIMED_OUT(6),
    /** The job was cancelled. */
    CANCELLED(7),
    /** The server understood and refused; its code says why. Or an index did not answer in full. */
    REFUSED(8),
    /** The job is paused until a person does something. */
    PAUSED(9),
    /** A defect of this program. */
    INTERNAL(10);

    /** Codes for arguments that no server would take. */
    private static final Set<String> INVALID = Set.of("INVALID_REQUEST", "INVALID_PATH", "INVITATION_INVALID");

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    /** The number for the shell. */
    public int number() {
        return number;
    }

    /** Returns the code of a number; {@link #INTERNAL} for one that is none. */
    static ExitCode of(int number) {
        for (ExitCode code : values()) if (code.number == number) return code;
        return INTERNAL;
    }

    public static ExitCode of(Problem problem) {
        if (INVALID.contains(problem.code())) return USAGE;
        if (problem.status() == 401 || problem.status() == 403) return NOT_ALLOWED;
        if (problem.status() == 404 || problem.code().startsWith("UNKNOWN_")) return UNKNOWN;
        return REFUSED;
    }
}
