/**
 * Measures bytes per second, keeps their history, and estimates when something will be done.
 * It decides nothing: a limit is turned into pauses here, and kept by the one who receives.
 * Called by everything that moves bytes, and by the server for estimates.
 * A meter belongs to one owner; records are safe on any thread.
 */
@NullMarked
package org.bdm.core.rate;

import org.jspecify.annotations.NullMarked;
