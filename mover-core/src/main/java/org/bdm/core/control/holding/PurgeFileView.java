package org.bdm.core.control.holding;

import java.time.Instant;

/**
 * A file in a plan of removal.
 *
 * @param path below the export, percent-escaped
 * @param size bytes, when the plan was made
 * @param outcome {@code PENDING}, {@code REMOVED}, {@code KEPT}, {@code QUARANTINED} or {@code RESTORED}
 * @param reason why it was kept; empty otherwise
 */
public record PurgeFileView(String export, String path, long size, Instant modified, String outcome, String reason) {}
