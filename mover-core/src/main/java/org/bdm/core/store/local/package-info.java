/**
 * Exports that are directories of this machine, reached only through directory handles and system calls that never follow a symbolic link.
 * It is not a general file library: nothing here takes a path that did not come from an operator's configuration or a checked StorePath.
 * Called through the interfaces of {@code store}; only who wires the program names {@link org.bdm.core.store.local.LocalStore}.
 * Calls block: only disk and hash threads make them, never an event loop.
 */
@NullMarked
package org.bdm.core.store.local;

import org.jspecify.annotations.NullMarked;
