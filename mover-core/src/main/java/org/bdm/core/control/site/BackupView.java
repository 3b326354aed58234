package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A backup of the catalog.
 *
 * @param name Name of its file in the directory of backups at the server. Such as {@code before-upgrade.zip}.
 * @param state How far it is. One of {@code BackupState}.
 * @param beganAt When it began; what was acknowledged before is in it.
 * @param bytes Size of the file in bytes; null unless it is GOOD. Such as {@code 10485760}.
 * @param sha256 Digest of the file in lower-case hexadecimal; null unless it is GOOD. Such as {@code
 * e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855}.
 * @param isChecked True if the copy was opened and compared; false if it is not GOOD, or larger than the setting backup-check-max.
 * @param code Code of the error; null unless it FAILED. Such as {@code NO_SPACE}.
 * @param detail What failed and why, as a sentence; null unless it FAILED. Such as {@code the directory of backups is full}.
 * @param advice What a person can do, as a sentence; null unless it FAILED. Such as {@code Free space at the destination.}.
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
