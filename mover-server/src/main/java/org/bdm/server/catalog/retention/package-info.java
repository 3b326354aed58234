/**
 * Removal of what the catalog need not keep: rows of files of jobs that ended long ago, whole partitions of them on PostgreSQL, and rows that are
 * too old to be of use. Everything is removed in steps that hold no lock for long. Any thread that may block may do it, and one process of a site
 * at a time does. When it is done is decided in {@code org.bdm.server.upkeep}.
 */
@NullMarked
package org.bdm.server.catalog.retention;

import org.jspecify.annotations.NullMarked;
