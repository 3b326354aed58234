/**
 * Reads exports of this site over HTTP, in the address shape of a THREDDS data server: files, ranges, listings, catalogs, WebDAV properties.
 * It writes nothing, and does not decide who has which role: the API's table of roles does.
 * Called by the API, on its request threads.
 * Safe on any thread that may block; so many downloads at once, and one buffer for each.
 */
@NullMarked
package org.bdm.server.site.serving;

import org.jspecify.annotations.NullMarked;
