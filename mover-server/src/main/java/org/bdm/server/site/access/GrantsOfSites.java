package org.bdm.server.site.access;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.SiteGrant;

/** The grants of each site here, from the catalog. Any thread that may block. */
public final class GrantsOfSites {
    private final Catalog catalog;
    private final LocalExports exports;
    private final SiteName ownSite;

    /** The own site may read all of its own exports. */
    public GrantsOfSites(Catalog catalog, LocalExports exports, SiteName ownSite) {
        this.catalog = catalog;
        this.exports = exports;
        this.ownSite = ownSite;
    }

    /** True if the site may read anything here. */
    public boolean mayReadAnything(SiteName site) {
        return site.equals(ownSite)
                || catalog.sites().grants(site).stream().anyMatch(grant -> grant.verb() == GrantVerb.READ);
    }

    /**
     * The parts of {@code export} at or below {@code wanted} that the site may read, as prefixes; empty if there are none, or no such export.
     */
    public List<StorePath> readable(SiteName site, ExportName export, StorePath wanted) {
        if (exports.all().stream().noneMatch(offered -> offered.name().equals(export))) return List.of();
        if (site.equals(ownSite)) return List.of(wanted);
        List<StorePath> prefixes = new ArrayList<>();
        for (SiteGrant grant : catalog.sites().grants(site)) {
            if (grant.verb() != GrantVerb.READ || !grant.export().equals(export)) continue;
            if (wanted.startsWith(grant.prefix())) return List.of(wanted);
            if (grant.prefix().startsWith(wanted)) prefixes.add(grant.prefix());
        }
        return prefixes;
    }
}
