package org.bdm.core.control;

import java.time.Instant;

/**
 * Why what an index was asked may have been answered in part only.
 *
 * @param code upper-case name, for example {@code UNREACHABLE}, {@code TIMED_OUT}, {@code TRUNCATED}
 * @param affectsCompleteness whether datasets, files or copies may be missing
 */
public record IndexWarningView(String index, String code, String text, boolean affectsCompleteness, Instant at) {}
