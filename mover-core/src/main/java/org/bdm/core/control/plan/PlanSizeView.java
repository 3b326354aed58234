package org.bdm.core.control.plan;

import org.jspecify.annotations.Nullable;

/**
 * Files to transfer of about the same size.
 *
 * @param bytesFrom smallest size
 * @param bytesBelow they are smaller than this; null for the last class
 * @param files number of them
 * @param bytes of them together
 */
public record PlanSizeView(long bytesFrom, @Nullable Long bytesBelow, long files, long bytes) {}
