/**
 * The REST interface: resources, what they accept, how errors look over HTTP, who may call them; and the files of the web UI.
 * It is not where work is done: it keeps wishes in the catalog and shows what the catalog and running jobs say.
 * Called by the servlet container; nobody else uses it but the wiring.
 * Runs on servlet threads, which wait for the catalog a bounded time; live feeds, plans and checks have threads of their own.
 */
@NullMarked
package org.bdm.server.api;

import org.jspecify.annotations.NullMarked;
