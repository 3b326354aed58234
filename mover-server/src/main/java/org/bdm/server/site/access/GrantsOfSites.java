package org.bdm.server.site.access;

import java.util.List;
import java.util.function.BiPredicate;
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

    /** True if the site may have files written to this path of an export. This site may, and no other of which nothing is granted. */
    public boolean isWritable(SiteName site, ExportName export, StorePath path) {
        return writable(site).test(export, path);
    }

    /** As {@link #isWritable}, for many paths: by the grants of this moment. */
    public BiPredicate<ExportName, StorePath> writable(SiteName site) {
        if (site.equals(ownSite)) return (export, path) -> true;
        List<SiteGrant> grants = catalog.sites().grants(site);
        return (export, path) -> grants.stream()
                .anyMatch(grant -> grant.verb() == GrantVerb.WRITE
                        && grant.export().equals(export)
                        && path.startsWith(grant.prefix()));
    }

    /** True if the site may have files written anywhere here. */
    public boolean mayWriteAnything(SiteName site) {
        return catalog.sites().grants(site).stream().anyMatch(grant -> grant.verb() == GrantVerb.WRITE);
    }

    /**
     * The parts of {@code export} at or below {@code wanted} that the site may read, as prefixes; empty if there are none, or no such export.
     */
    public List<StorePath> readable(SiteName site, ExportName export, StorePath wanted) {
        if (exports.all().stream().noneMatch(offered -> offered.name().equals(export))) return List.of();
        if (site.equals(ownSite)) return List.of(wanted);
        return AskersRights.granted(catalog.sites().grants(site), export, wanted);
    }
}
