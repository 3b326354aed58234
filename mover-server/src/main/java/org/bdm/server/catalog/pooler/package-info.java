/**
 * Poolers and balancers of connections that may stand between this process and PostgreSQL, and what they break.
 * It is asked once, when the catalog is opened, and refuses those that the catalog cannot work behind, by their name.
 * It uses no table and knows nothing of the catalog; the opening in the room of the database alone uses it.
 * Its questions block the thread that opens the catalog, for a handful of connections.
 */
@NullMarked
package org.bdm.server.catalog.pooler;

import org.jspecify.annotations.NullMarked;
