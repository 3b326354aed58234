package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * A measurement that is wanted.
 *
 * @param mode {@code mem-mem}, which is also what null means
 * @param seconds 1 to 300; null means 10
 */
public record StartBench(@Nullable String mode, @Nullable Integer seconds) {}
