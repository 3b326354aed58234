package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * Files at the destination of a mirror job that its source no longer has.
 *
 * @param state What became of its removal plan. One of {@code MirrorState}.
 * @param plan Id of the plan; null unless the state is PLANNED. Such as {@code purge-2}.
 * @param files Number of files in the plan; 0 without one. Such as {@code 36}.
 * @param bytes Sum of their sizes in bytes; 0 without a plan. Such as {@code 1572864000}.
 * @param text The same as a sentence. Such as {@code The destination has nothing that the source no longer has.}.
 */
public record MirrorView(String state, @Nullable String plan, long files, long bytes, String text) {}
