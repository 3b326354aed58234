package org.bdm.server.catalog.job;

import java.util.Optional;
import org.bdm.core.id.SiteName;

/** The owner of what a person of another site asked for through that site: {@code site:NAME/PERSON}. */
public final class SiteOwner {
    /** Begins such owners, and no others. */
    public static final String BEGINNING = "site:";

    private SiteOwner() {}

    /** Returns the owner. */
    public static String of(SiteName site, String person) {
        return BEGINNING + site + "/" + person;
    }

    /** True for the owner of what another site passed on. */
    public static boolean isOne(String owner) {
        return owner.startsWith(BEGINNING);
    }

    /** Returns the site that passed it on; empty for the owner of what was asked for here. */
    public static Optional<SiteName> siteOf(String owner) {
        if (!isOne(owner)) return Optional.empty();
        int slash = owner.indexOf('/');
        return Optional.of(new SiteName(owner.substring(BEGINNING.length(), slash < 0 ? owner.length() : slash)));
    }
}
