package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * The remark of a person who decides a dispute.
 *
 * @param remark why, at most 2,000 characters; null for nothing
 */
public record DecideDispute(@Nullable String remark) {}
