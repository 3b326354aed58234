/**
 * Campaigns in the catalog: a selection, its destinations, and how far each was when it was last asked. The site where a campaign was created
 * keeps it; the jobs are at their sites. Rows of a part change only while its campaign is open. Nothing here knows what a job is.
 */
@NullMarked
package org.bdm.server.catalog.campaign;

import org.jspecify.annotations.NullMarked;
