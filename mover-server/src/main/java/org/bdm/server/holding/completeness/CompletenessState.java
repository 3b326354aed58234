package org.bdm.server.holding.completeness;

/** The completeness of a dataset version at one site. */
public enum CompletenessState {
    /** Every file of the replica set. */
    COMPLETE,
    /** Some of them. */
    PARTIAL,
    /** None of this version, but of another one of the same dataset. */
    OTHER_VERSION,
    /** It has files, and the version was withdrawn. */
    RETRACTED,
    /** It has files whose bytes contradict what is published, or other bytes than the chosen variant. */
    DISPUTED,
    /** It has files, or is said to have the dataset, and nobody says which files there should be. */
    UNKNOWN,
    /** Nothing. */
    ABSENT
}
