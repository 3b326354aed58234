/**
 * One connection between two nodes, whoever dialled: TLS, keep-alive, rate cap, control frames before data.
 * It does not know what is asked for: requests and answers belong to {@code source.bdm} and {@code serve}.
 * Called by these two and by the server's data port.
 * All state of a stream belongs to its event loop; methods of {@code DataStream} may be called on any thread and post.
 */
@NullMarked
package org.bdm.core.stream;

import org.jspecify.annotations.NullMarked;
