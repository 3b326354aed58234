package org.bdm.server.holding.record;

/** An event in the life of a held file. {@link HoldingRules} says what each does; docs/holdings.md has the table of states and events. */
public enum HoldingEvent {
    /** Its size and time were looked at: by a scan, a reconciliation, or a job that compared no bytes. */
    LOOKED_AT,
    /** The same, and a list says a digest of it. */
    LISTED,
    /** The same, and the list says another size. */
    LISTED_OTHER_SIZE,
    /** It was read whole, and has these digests: by a verification, or a scrub. */
    READ,
    /** A job wrote it, or compared its bytes with those of the source. */
    TRANSFERRED,
    /** It is not there, though the directory around it is. */
    GONE,
    /** It is not there, and neither is its directory: its file system may not be mounted. */
    GONE_PERHAPS,
    /** It is there, and could not be read. */
    UNREADABLE,
    /** Its export has another directory now, and nobody looked whether the file is in it. */
    OTHER_DIRECTORY,
    /** A person takes it as it is on disk now. */
    ACCEPTED,
    /** Its bytes went into quarantine because copies contradict what is published. */
    DISPUTED
}
