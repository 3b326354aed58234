/**
 * Output for people: tables, bars, units, and the one place through which text reaches the terminal.
 * It knows the messages but not where they come from, and it decides no exit code.
 * The verbs of {@code client.cli} and the demo call it.
 * All types but {@code Terminal} are immutable; everything is used by one thread.
 */
@NullMarked
package org.bdm.client.output;

import org.jspecify.annotations.NullMarked;
