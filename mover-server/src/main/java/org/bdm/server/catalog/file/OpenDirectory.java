package org.bdm.server.catalog.file;

import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A directory that still has to be listed.
 *
 * @param number of the directory in its job
 * @param item number of the item it belongs to
 * @param path below the roots of the item
 * @param after the last name that was taken over; null before the first
 */
public record OpenDirectory(
        int number, int item, StorePath path, @Nullable FileName after) {}
