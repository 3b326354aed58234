/** The start of the server and the wiring of its parts. Nobody uses this package. */
@NullMarked
package org.bdm.server.app;

import org.jspecify.annotations.NullMarked;
