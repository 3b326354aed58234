package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a backup of the catalog.
 *
 * @param name Name of the file, without a directory; null: by the time. Such as {@code before-upgrade}.
 */
public record CreateBackup(@Nullable String name) {}
