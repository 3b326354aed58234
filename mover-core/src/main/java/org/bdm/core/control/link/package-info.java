/**
 * REST messages of links: their limits and windows, what limits them now, and measurements of them.
 * A link is an ordered pair of a site or data node and a site.
 * The server's {@code api} and the client use them.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.link;

import org.jspecify.annotations.NullMarked;
