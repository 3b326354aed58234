/**
 * Reads the structure of HDF5 files as NetCDF: superblocks, object headers, groups, attributes, and the indexes of chunks of all kinds.
 * It reads no chunk, applies no filter, and refuses by name what NetCDF cannot be made of.
 * {@link Hdf5File} is the only way in.
 * One thread reads a file, and may block; every number of the file is bounded before it is used.
 */
@NullMarked
package org.bdm.core.netcdf.hdf;

import org.jspecify.annotations.NullMarked;
