/**
 * Requests to the web that the server makes itself: to indexes, issuers, hooks and catalogs; data nodes have their own in the core.
 * They are sent in one way: HTTP/1.1, no redirects, through the proxy of the site, with a deadline for the whole answer.
 * Whether an address may be called says the {@code AddressGuard}, which the callers ask before each request; they bound bodies, too, and say what went wrong.
 * Any thread.
 */
@NullMarked
package org.bdm.server.outgoing;

import org.jspecify.annotations.NullMarked;
