package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A backup of the catalog.
 *
 * @param name of its file in the directory of backups at the server
 * @param state RUNNING, GOOD or FAILED
 * @param beganAt what was acknowledged before is in it
 * @param bytes size of the file; null unless it is GOOD
 * @param sha256 of the file, in hexadecimal digits; null unless it is GOOD
 * @param isChecked whether the copy was opened and compared; not if the catalog is larger than the setting backup-check-max
 * @param code of the error, if it failed
 * @param detail what failed and why
 * @param advice what a person can do
 */
public record BackupView(
        String name,
        String state,
        Instant beganAt,
        @Nullable Long bytes,
        @Nullable String sha256,
        boolean isChecked,
        @Nullable String code,
        @Nullable String detail,
        @Nullable String advice) {}
