package org.bdm.core.control.dataset;

/**
 * Why something was chosen, or what was found.
 *
 * @param kind Whether it tells of a choice or of a finding. One of {@code ReplicaNoteKind}.
 * @param code Stable upper-case word for it. Such as {@code SIZE_UNKNOWN}.
 * @param subject A file name or a node; empty for the whole dataset. Such as {@code tas.nc}.
 * @param text What was chosen or found, as a sentence. Such as {@code no index says its size}.
 */
public record ReplicaNoteView(String kind, String code, String subject, String text) {}
