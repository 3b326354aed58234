/**
 * Limits the holders of connections and request threads of the REST port: every wait for a caller has an end, and what one
 * caller takes is counted as that caller's. Around Tomcat; knows nothing of resources, tokens or files.
 * Called by Tomcat's acceptor and request threads, and by a watch of its own.
 * Safe on any thread; nothing here waits but {@link org.bdm.server.connections.ConnectionValve}, for the end of a body that nobody read.
 */
@NullMarked
package org.bdm.server.connections;

import org.jspecify.annotations.NullMarked;
