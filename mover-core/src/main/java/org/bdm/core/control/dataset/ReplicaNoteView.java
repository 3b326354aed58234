package org.bdm.core.control.dataset;

/**
 * Why something was chosen, or what was found.
 *
 * @param kind {@code CHOICE} or {@code FINDING}
 * @param subject a file name, a node, or empty for the whole dataset
 */
public record ReplicaNoteView(String kind, String code, String subject, String text) {}
