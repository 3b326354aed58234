/**
 * Reads values of small variables, and applies and undoes the filters that need no library.
 * It is not for data: what it reads is bounded, and other programs read the rest.
 * References use it for what they hold inline: coordinates, texts, chunks that no codec of Zarr reads.
 * Everything belongs to one thread, which may block.
 */
@NullMarked
package org.bdm.core.netcdf.values;

import org.jspecify.annotations.NullMarked;
