/**
 * Reads THREDDS catalogs of a data node, which list what the node serves and have no search.
 * It selects on this side what the other side cannot.
 * The federation makes one {@code ThreddsIndex} per configured index.
 * Calls block the thread of the search.
 */
@NullMarked
package org.bdm.server.discovery.thredds;

import org.jspecify.annotations.NullMarked;
