/**
 * Bounds how many tasks of one owner run at once on threads that are shared, and changes that bound while they run.
 * It does not decide the number, and makes no threads of its own.
 * Called by {@code writer} and {@code hasher}, whose stages have a number of workers for each session, and by {@code fetch}, which sets it.
 * Every call is safe on any thread.
 */
@NullMarked
package org.bdm.core.worker;

import org.jspecify.annotations.NullMarked;
