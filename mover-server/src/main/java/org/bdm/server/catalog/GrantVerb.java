package org.bdm.server.catalog;

/** What a {@link Grant} allows. */
public enum GrantVerb {
    READ,
    WRITE
}
