/**
 * Asks the HSM below an export which files are offline, and has files brought to disk, in bounded number, by programs that the settings name.
 * It reads no file and keeps nothing that outlives the process: whoever still needs a file wants it again.
 * The store of the export asks it before a file is read; the wiring makes it and ends it.
 * Questions come on any thread that may block; each export has one thread that recalls.
 */
@NullMarked
package org.bdm.server.hsm;

import org.jspecify.annotations.NullMarked;
