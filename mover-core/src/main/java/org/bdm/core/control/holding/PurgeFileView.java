package org.bdm.core.control.holding;

import java.time.Instant;

/**
 * A file in a removal plan.
 *
 * @param size Size in bytes when the plan was made. Such as {@code 43690133}.
 * @param modified Modification time when the plan was made.
 * @param outcome What became of it. One of {@code PurgeOutcome}.
 * @param reason Why it was kept, as a sentence; empty if it was not. Such as {@code it changed after the plan was made}.
 */
public record PurgeFileView(String export, String path, long size, Instant modified, String outcome, String reason) {}
