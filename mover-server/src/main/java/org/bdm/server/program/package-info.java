/**
 * Runs programs that the settings of the server name, within bounds of time and output.
 * It knows nothing of what they are for, and passes on no variable of the environment in which a password may lie.
 * Hooks and the HSM of an export run their programs by it.
 * The calling thread waits for the end of the program.
 */
@NullMarked
package org.bdm.server.program;

import org.jspecify.annotations.NullMarked;
