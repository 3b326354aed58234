package org.bdm.server.access;

/** What is read where a source has a symbolic link. */
public enum LinkReading {
    /** The link itself. */
    AS_LINKS,
    /** What it leads to, inside the export. */
    FOLLOWED
}
