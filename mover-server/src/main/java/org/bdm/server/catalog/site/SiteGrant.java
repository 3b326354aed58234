package org.bdm.server.catalog.site;

import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;

/**
 * What a paired site may do here.
 *
 * @param prefix the tree it holds for; compared name by name
 */
public record SiteGrant(SiteName site, ExportName export, StorePath prefix, GrantVerb verb) {}
