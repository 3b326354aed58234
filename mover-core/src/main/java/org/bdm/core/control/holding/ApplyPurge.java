package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * The confirmation of a person who applies a plan of removal.
 *
 * @param confirmCount the number of files in the plan; needed for a mirror plan that takes more than half of the destination
 */
public record ApplyPurge(@Nullable Long confirmCount) {}
