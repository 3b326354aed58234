package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * A wish for a backup of the catalog.
 *
 * @param name of the file, without a directory; null: by the time
 */
public record CreateBackup(@Nullable String name) {}
