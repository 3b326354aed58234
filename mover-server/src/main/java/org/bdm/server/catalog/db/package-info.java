/**
 * The database under the catalog: opening and guarding it, SQL statements of both dialects, the one committer thread, counts, pages.
 * It knows no subject: what a row means is said in the rooms of jobs, files, holdings, datasets, requests and sites.
 * All other rooms of the catalog stand on it; other packages use it only to name a catalog, to wait for a change and to read pages.
 * Reads block on any thread but an event loop; writes are queued to the committer and complete a future once they are on disk.
 */
@NullMarked
package org.bdm.server.catalog.db;

import org.jspecify.annotations.NullMarked;
