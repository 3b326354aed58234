/**
 * A site without network: catalog in a file, exports in memory, sources and sessions that do what a test says; and the committed inputs of parsers.
 * It is not the program: listing, moving and scheduling are the real ones.
 * Called by tests of intake, dispatch and scheduler, the inputs by tests of parsers.
 * Any thread.
 */
@NullMarked
package org.bdm.server.testkit;

import org.jspecify.annotations.NullMarked;
