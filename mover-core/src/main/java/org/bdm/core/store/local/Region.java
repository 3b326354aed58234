package org.bdm.core.store.local;

import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Directories among which files can be renamed.
 *
 * @param mount the kernel refuses to rename from one mount to another
 * @param project the one that files get which are made there (XFS, ext4); {@link #ANY_PROJECT} where files of all may be placed
 * @param apart the one directory that it is, which takes files from no other one; null for all others
 */
record Region(Statx.Mount mount, long project, @Nullable StorePath apart) {
    static final long ANY_PROJECT = -1;
}
