/**
 * Asks a STAC catalog of ESGF-NG and reads its items and assets.
 * It does not change a catalog: publishing a copy is the work of the package above.
 * The federation makes one {@code StacIndex} per configured index; the event stream uses the same items.
 * Calls block the thread of the search.
 */
@NullMarked
package org.bdm.server.discovery.stac;

import org.jspecify.annotations.NullMarked;
