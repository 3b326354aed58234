package org.bdm.server.doctor;

/** How a check of this machine ended, the worst first. */
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
