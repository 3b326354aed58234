/**
 * Reads XML of strangers: nothing outside of a document is opened, and what is wrong is an exception.
 * It knows no format: what the elements mean, and how many there may be, is known by those who read.
 * Called by {@code discovery} for catalogs, by {@code interchange} for lists and by {@code site.serving} for questions.
 * A reading belongs to one thread.
 */
@NullMarked
package org.bdm.server.markup;

import org.jspecify.annotations.NullMarked;
