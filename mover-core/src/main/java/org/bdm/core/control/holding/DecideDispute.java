package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * What a person says when deciding about a dispute.
 *
 * @param remark why, at most 2,000 characters; null for nothing
 */
public record DecideDispute(@Nullable String remark) {}
