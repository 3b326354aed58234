/**
 * The holdings of the site, in the catalog: holdings, their digests and counts per dataset, the order of their checks, marks of datasets and quarantine.
 * It compares with what catalogs list of a dataset version, but does not write that: replica sets are in the room of datasets.
 * The packages replicas and upkeep use it most; the rooms of datasets and removal stand on it.
 * Any thread that may block; states and counts that follow from a change are written in its transaction.
 */
@NullMarked
package org.bdm.server.catalog.holding;

import org.jspecify.annotations.NullMarked;
