/**
 * The names of things: small records around a number or a word, so that a file number is never passed for a job number.
 * It is not a place for behaviour: nothing here knows what a job or a file is.
 * Every package but {@code control} may use it.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.id;

import org.jspecify.annotations.NullMarked;
