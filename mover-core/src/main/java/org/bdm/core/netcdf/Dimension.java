package org.bdm.core.netcdf;

/**
 * A dimension of a group.
 *
 * @param length number of its elements; of an unlimited one that of the longest variable
 */
public record Dimension(String name, long length, boolean isUnlimited) {}
