package org.bdm.server.site.access;

/** The treatment of symbolic links of a source. */
public enum LinkReading {
    /** The link itself. */
    AS_LINKS,
    /** Read the target of the link, inside the export. */
    FOLLOWED
}
