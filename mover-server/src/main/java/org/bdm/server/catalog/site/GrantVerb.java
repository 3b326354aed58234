package org.bdm.server.catalog.site;

/** The operation that a {@link SiteGrant} allows. */
public enum GrantVerb {
    READ,
    WRITE,
    /** Jobs that the site passes on may use what this site may do elsewhere. */
    LEND
}
