package org.bdm.server.catalog.site;

/** What a {@link Grant} allows. */
public enum GrantVerb {
    READ,
    WRITE
}
