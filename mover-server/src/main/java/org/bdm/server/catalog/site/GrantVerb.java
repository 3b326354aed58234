package org.bdm.server.catalog.site;

/** What a {@link SiteGrant} allows. */
public enum GrantVerb {
    READ,
    WRITE
}
