package org.bdm.server.upkeep;

import java.time.Instant;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * A backup that is being made, or that failed.
 *
 * @param failure why it failed; null while it is being made
 */
public record BackupRun(
        String name, Instant beganAt, @Nullable MoverException failure) {
    BackupRun failed(MoverException reason) {
        return new BackupRun(name, beganAt, reason);
    }
}
