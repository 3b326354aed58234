package org.bdm.core.netcdf.hdf;

/**
 * A link of a group to an object.
 *
 * @param address of its header
 */
record Link(String name, long address) {}
