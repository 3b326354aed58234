package org.bdm.core.store;

import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a listing: its status, or why that could not be read.
 *
 * @param name the entry's name
 * @param status null only with an error
 * @param error null only with a status
 */
public record DirectoryEntry(
        FileName name,
        @Nullable FileStatus status,
        @Nullable MoverException error) {}
