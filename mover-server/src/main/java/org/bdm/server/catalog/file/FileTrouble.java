package org.bdm.server.catalog.file;

import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The last error of a file that waits or failed.
 *
 * @param text what and where, for a person; cut at 2,000 characters
 * @param notBefore when it is tried again; null if it failed
 */
public record FileTrouble(
        ErrorCode code, String text, @Nullable Instant notBefore) {}
