package org.bdm.server.catalog.site;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;

/**
 * A permission of a paired site here.
 *
 * @param prefix the tree it holds for; compared name by name
 */
public record SiteGrant(SiteName site, ExportName export, StorePath prefix, GrantVerb verb) {}
