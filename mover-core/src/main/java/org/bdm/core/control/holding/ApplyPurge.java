package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * The confirmation of a person who applies a plan of removal.
 *
 * @param confirmCount The number of files in the plan, repeated; needed for a mirror plan that shows a confirmCount,
 * else null. Such as {@code 36}.
 */
public record ApplyPurge(@Nullable Long confirmCount) {}
