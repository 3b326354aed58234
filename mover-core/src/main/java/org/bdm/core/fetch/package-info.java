/**
 * Runs one transfer at the destination: wants, receives, verifies, places, and tells what became of every file.
 * It does not touch disk or network itself and knows neither Netty nor SQL; all of it runs with fakes in virtual time.
 * Called by the server's dispatch.
 * All state belongs to the session's loop; methods post to it.
 */
@NullMarked
package org.bdm.core.fetch;

import org.jspecify.annotations.NullMarked;
