package org.bdm.core.netcdf.hdf5;

/**
 * A link of a group to an object.
 *
 * @param address of its header
 */
record Link(String name, long address) {}
