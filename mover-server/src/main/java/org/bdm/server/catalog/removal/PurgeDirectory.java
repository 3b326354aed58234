package org.bdm.server.catalog.removal;

import org.bdm.core.store.StorePath;

/**
 * A directory with files of a plan.
 *
 * @param path below the export
 * @param files of the plan that are directly in it
 * @param bytes of these
 */
public record PurgeDirectory(StorePath path, long files, long bytes) {}
