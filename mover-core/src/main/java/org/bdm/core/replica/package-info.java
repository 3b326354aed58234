/**
 * Which copies of a file exist, and which one to try next.
 * It asks nobody and keeps nothing: what was measured and what went wrong is given to it.
 * Used by {@code transfer}, {@code source} and {@code fetch}.
 * All types are values, or belong to the one who uses them.
 */
@NullMarked
package org.bdm.core.replica;

import org.jspecify.annotations.NullMarked;
