package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One name in a directory.
 *
 * @param name percent-escaped
 * @param kind {@code FILE}, {@code DIRECTORY}, {@code SYMBOLIC_LINK} or {@code OTHER}
 * @param size bytes; only of files
 * @param linkTarget percent-escaped; only of symbolic links
 */
public record EntryView(
        String name,
        String kind,
        @Nullable Long size,
        @Nullable Instant mtime,
        @Nullable String linkTarget) {}
