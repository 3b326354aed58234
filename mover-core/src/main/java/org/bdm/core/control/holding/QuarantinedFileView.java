package org.bdm.core.control.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file in the quarantine of an export.
 *
 * @param path its place below the export, percent-escaped
 * @param state of its holding; null if it had none
 * @param keptAs what it is called in {@code EXPORT/.bdm/quarantine}
 * @param by what it is there for: {@code policy}, or the id of a plan of removal or of a dispute
 */
public record QuarantinedFileView(
        @Nullable String dataset,
        String export,
        String path,
        long size,
        @Nullable String state,
        String keptAs,
        Instant since,
        @Nullable String by) {}
