package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * The way in which files are handed over again.
 *
 * @param replace True to hand over also files whose place another file had before, which is replaced then; null means false.
 */
public record RepeatHandover(@Nullable Boolean replace) {}
