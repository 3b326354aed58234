package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * The remark of a person who decides a dispute.
 *
 * @param remark Why, at most 2,000 characters; null for nothing. Such as {@code the publisher confirmed it}.
 */
public record DecideDispute(@Nullable String remark) {}
