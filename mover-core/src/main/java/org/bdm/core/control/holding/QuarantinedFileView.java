package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A holding whose file a policy moved into the quarantine of its export.
 *
 * @param path its place below the export, percent-escaped
 * @param keptAs what it is called in {@code EXPORT/.bdm/quarantine}
 */
public record QuarantinedFileView(
        @Nullable String dataset, String export, String path, long size, String state, String keptAs, Instant since) {}
