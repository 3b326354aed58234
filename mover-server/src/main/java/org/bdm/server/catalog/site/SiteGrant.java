package org.bdm.server.catalog.site;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A permission of a paired site here.
 *
 * @param export of this site, or a placeholder where {@code lent} is given
 * @param prefix the tree it holds for; compared name by name
 * @param lent with {@link GrantVerb#LEND} the place elsewhere that jobs of the site may read with the rights of this one; null for places here
 */
public record SiteGrant(
        SiteName site,
        ExportName export,
        StorePath prefix,
        GrantVerb verb,
        @Nullable LentAccess lent) {
    private static final ExportName ELSEWHERE = new ExportName("elsewhere"); // the catalog wants some name

    /** Returns what a paired site may use elsewhere, of the grants that lend. */
    public static Stream<LentAccess> lent(List<SiteGrant> grants) {
        return grants.stream().map(SiteGrant::lent).filter(Objects::nonNull);
    }

    /** The verb decides: only what is lent names a place elsewhere. */
    public SiteGrant {
        if ((verb == GrantVerb.LEND) != (lent != null)) throw new IllegalArgumentException(verb + " of " + lent);
    }

    /** A permission for a place of this site. */
    public SiteGrant(SiteName site, ExportName export, StorePath prefix, GrantVerb verb) {
        this(site, export, prefix, verb, null);
    }

    /** A permission to use what this site may do elsewhere. */
    public static SiteGrant lending(SiteName site, LentAccess lent) {
        return new SiteGrant(site, ELSEWHERE, StorePath.ROOT, GrantVerb.LEND, lent);
    }
}
