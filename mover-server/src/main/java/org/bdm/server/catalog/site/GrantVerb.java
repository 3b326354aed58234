package org.bdm.server.catalog.site;

/** The operation that a {@link SiteGrant} allows. */
public enum GrantVerb {
    READ,
    WRITE
}
