package org.bdm.server.doctor;

/** The outcomes of a check of this machine, the worst first. */
public enum Verdict {
    /** Transfers fail, lose most of their rate, or data is at risk. */
    PROBLEM,
    /** Works, but could be better for large transfers. */
    ADVICE,
    /** Could not be found out. */
    UNKNOWN,
    /** As it should be. */
    OK
}
