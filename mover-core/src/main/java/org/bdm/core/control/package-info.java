/**
 * The messages of the REST interface as plain records, whose component names are the JSON names: here what several subjects share, below one room each.
 * It is not the domain: neither this package nor a room below knows types of other packages, and enumerations are strings, so that an older client reads a newer server.
 * The server's {@code api} and the client use them; nobody else may. Sizes are in bytes, times are UTC.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control;

import org.jspecify.annotations.NullMarked;
