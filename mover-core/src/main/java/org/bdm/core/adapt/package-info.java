/**
 * Decides how many readers, streams, writers and hashers a transfer uses, from what each of them did in the last interval.
 * It measures nothing, starts nothing and has no clock: intervals go in, decisions with a sentence each come out.
 * Called by {@code fetch}, and by the simulation that compares it with other controllers.
 * A controller belongs to one owner; records are safe on any thread.
 */
@NullMarked
package org.bdm.core.adapt;

import org.jspecify.annotations.NullMarked;
