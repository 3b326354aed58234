/**
 * Writes the log as JSON for programs that collect logs, and changes how much is written while the server runs.
 * The form is chosen once, at start; the level is of this process, and is back at INFO after a restart.
 * Text for people is the usual form: it is set up in {@code logback.xml}.
 * Any thread.
 */
@NullMarked
package org.bdm.server.logging;

import org.jspecify.annotations.NullMarked;
