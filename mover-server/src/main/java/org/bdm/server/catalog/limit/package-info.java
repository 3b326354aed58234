/**
 * Limits of links, exports and nodes, and what each node takes of them, in the catalog.
 * It divides nothing: {@code job.limit} does.
 * That package, the data port and the API use it.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.catalog.limit;

import org.jspecify.annotations.NullMarked;
