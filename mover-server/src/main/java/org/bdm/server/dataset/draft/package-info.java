/**
 * Reads the entries of a draft as datasets to resolve and as files to fetch.
 * It neither imports lists nor asks an index: drafts are in the catalog, and datasets are resolved later.
 * Submissions and requests use it.
 * It reads from the catalog page by page, on the thread of its caller.
 */
@NullMarked
package org.bdm.server.dataset.draft;

import org.jspecify.annotations.NullMarked;
