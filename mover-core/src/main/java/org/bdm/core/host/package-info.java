/**
 * Asks the kernel about this machine what Java cannot tell: whether the clock is synchronised, and the room of a file system.
 * It reads only, needs no rights, and knows no files of the mover.
 * The server's {@code doctor} uses it.
 * Safe on any thread; looking at a file system blocks while that hangs.
 */
@NullMarked
package org.bdm.core.host;

import org.jspecify.annotations.NullMarked;
