package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is not as it should be.
 *
 * @param kind {@code MISSING}, {@code EXTRA}, {@code DIFFERENT}, {@code SUPERSEDED}, {@code RETRACTED} or {@code UNREADABLE}
 * @param path below the export, percent-escaped
 * @param dataset instance id; null if it is not known
 */
public record FindingView(
        String kind, String export, String path, @Nullable String dataset, String text) {}
