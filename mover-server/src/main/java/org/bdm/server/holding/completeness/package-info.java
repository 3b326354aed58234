/**
 * Compares what this site holds with what replica sets list: which datasets are complete, and what is missing of the others.
 * It reads the catalog only, neither disks nor indexes.
 * The REST interface shows its rows and groups.
 * A comparison belongs to one thread, and reads page by page.
 */
@NullMarked
package org.bdm.server.holding.completeness;

import org.jspecify.annotations.NullMarked;
