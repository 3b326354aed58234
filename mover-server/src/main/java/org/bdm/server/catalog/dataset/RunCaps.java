package org.bdm.server.catalog.dataset;

import org.jspecify.annotations.Nullable;

/**
 * The most that one run of a subscription takes.
 *
 * @param bytes null for no cap
 * @param datasets null for no cap
 */
public record RunCaps(@Nullable Long bytes, @Nullable Long datasets) {
    /** A run takes all that it finds. */
    public static final RunCaps NONE = new RunCaps(null, null);
}
