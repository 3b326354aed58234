/**
 * The structure of a NetCDF file: groups, dimensions, variables, attributes, and where the bytes of each chunk lie.
 * It does not read values, and knows neither HDF5 nor the classic format: its rooms {@code hdf}, {@code classic} and {@code values} do.
 * References are made from it, so that other programs find chunks without reading the file.
 * A {@link BufferedBytes} belongs to one thread, which may block; all else is immutable.
 */
@NullMarked
package org.bdm.core.netcdf;

import org.jspecify.annotations.NullMarked;
