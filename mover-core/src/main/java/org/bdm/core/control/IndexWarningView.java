package org.bdm.core.control;

import java.time.Instant;

/**
 * Why an index may have answered only in part.
 *
 * @param index Name of the index that was asked. Such as {@code west}.
 * @param code What happened. One of {@code IndexWarning}.
 * @param text What happened, as a sentence. Such as {@code west did not answer within 30 s}.
 * @param affectsCompleteness True if datasets, files or copies may be missing because of it.
 */
public record IndexWarningView(String index, String code, String text, boolean affectsCompleteness, Instant at) {}
