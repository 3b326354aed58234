package org.bdm.server.catalog.site;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A permission of a paired site here.
 *
 * @param export of this site, or a placeholder where {@code lent} is given
 * @param prefix the tree it holds for; compared name by name
 * @param lent the place elsewhere that jobs of the site may read with the rights of this one, in the form of {@link LentAccess}; null for places here
 */
public record SiteGrant(
        SiteName site,
        ExportName export,
        StorePath prefix,
        GrantVerb verb,
        @Nullable String lent) {
    private static final ExportName ELSEWHERE = new ExportName("elsewhere"); // the catalog wants some name

    /** A permission for a place of this site. */
    public SiteGrant(SiteName site, ExportName export, StorePath prefix, GrantVerb verb) {
        this(site, export, prefix, verb, null);
    }

    /** A permission to use what this site may do elsewhere. */
    public static SiteGrant lending(SiteName site, String lent) {
        return new SiteGrant(site, ELSEWHERE, StorePath.ROOT, GrantVerb.LEND, lent);
    }
}
