/**
 * Reads the header of NetCDF files in the classic formats: CDF-1, CDF-2 (64-bit offsets) and CDF-5 (64-bit data).
 * It reads no values.
 * {@link ClassicFile} is the only way in.
 * One thread reads a file, and may block; every number of the file is bounded before it is used.
 */
@NullMarked
package org.bdm.core.netcdf.classic;

import org.jspecify.annotations.NullMarked;
