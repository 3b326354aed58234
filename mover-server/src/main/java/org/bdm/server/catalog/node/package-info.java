/**
 * The nodes of this site: which processes share the catalog, what each does, which directories it offers, when it was last seen.
 * It is not the place of leases: those are rows of what is worked on, and only name a node.
 * {@code app} announces its process here and keeps it alive; the API lists, drains and removes nodes.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.catalog.node;

import org.jspecify.annotations.NullMarked;
