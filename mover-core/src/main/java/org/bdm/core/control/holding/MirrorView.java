package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of the comparison after a mirror job: files at its destination that the source no longer has.
 *
 * @param state {@code WAITING}, {@code PLANNED}, {@code NOT_NEEDED} or {@code NOT_MADE}
 * @param plan id of the plan of removal; null unless it is PLANNED
 * @param files in the plan; 0 without one
 * @param bytes sum of their sizes
 * @param text one sentence
 */
public record MirrorView(String state, @Nullable String plan, long files, long bytes, String text) {}
