/**
 * Makes reference sets of NetCDF files, so that xarray reads their chunks as Zarr, from the structure of the files alone.
 * It copies no data, and never leaves out a variable: what cannot be referenced is refused by name.
 * The REST interface and the file server use it; docs/references.md is what it is tested against.
 * One thread makes a set, and may block on the disk; a finished set is immutable.
 */
@NullMarked
package org.bdm.server.reference;

import org.jspecify.annotations.NullMarked;
