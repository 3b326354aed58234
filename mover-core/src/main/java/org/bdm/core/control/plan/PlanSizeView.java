package org.bdm.core.control.plan;

import org.jspecify.annotations.Nullable;

/**
 * Files of a plan that have about the same size.
 *
 * @param bytesFrom Smallest size of the class in bytes, at least 0. Such as {@code 1048576}.
 * @param bytesBelow The files are smaller than this; null for the last class. Such as {@code 4194304}.
 * @param files Number of files in the class, at least 0. Such as {@code 340}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 713031680}.
 */
public record PlanSizeView(long bytesFrom, @Nullable Long bytesBelow, long files, long bytes) {}
