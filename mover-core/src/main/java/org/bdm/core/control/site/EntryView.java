package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One name in a directory.
 *
 * @param name The name, percent-escaped. Such as {@code tas.nc}.
 * @param kind What it is. One of {@code FileKind}.
 * @param size Size in bytes; null if it is not a file. Such as {@code 43690133}.
 * @param linkTarget Where a symbolic link points, percent-escaped; null for anything else. Such as {@code ../v20190903/tas.nc}.
 */
public record EntryView(
        String name,
        String kind,
        @Nullable Long size,
        @Nullable Instant mtime,
        @Nullable String linkTarget) {}
