/**
 * Requests to the web that the server makes itself: to indexes, issuers, hooks and catalogs; data nodes have their own in the core.
 * It makes the clients, all in one way: HTTP/1.1, no redirects, through the proxy of the site.
 * Whether an address may be called says the {@code AddressGuard}, which the callers ask before each request; deadlines and bounds of bodies are theirs, too.
 * Any thread.
 */
@NullMarked
package org.bdm.server.outgoing;

import org.jspecify.annotations.NullMarked;
