/**
 * Hooks as the catalog keeps them: whom the site tells of its events, and up to which event it has. The table of events is the outbox, so an
 * event costs nothing more however many hooks there are, and none is lost by a crash. All nodes of a site see the same hooks. Delivering them
 * belongs to {@code org.bdm.server.hook}.
 */
@NullMarked
package org.bdm.server.catalog.hook;

import org.jspecify.annotations.NullMarked;
