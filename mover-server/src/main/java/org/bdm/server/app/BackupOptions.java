package org.bdm.server.app;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.upkeep.BackupSettings;
import org.jspecify.annotations.Nullable;

/** The options about backups, checked. */
final class BackupOptions {
    private static final int HOURS_MAX = 24 * 366;
    private static final int KEEP_MAX = 10_000;
    private static final int GIB_MAX = 1 << 20;

    private BackupOptions() {}

    /**
     * Checks them.
     *
     * @param standard directory, if the options name none
     * @throws MoverException INVALID_REQUEST
     */
    static BackupSettings checked(ServerOptions options, Path standard) {
        Integer hours = options.backupEveryHours;
        if (hours != null) checkedNumber("--backup-every", hours, HOURS_MAX);
        Path directory = options.backupDirectory == null ? standard : options.backupDirectory.toAbsolutePath();
        return new BackupSettings(
                directory.normalize(),
                hours == null ? null : Duration.ofHours(hours),
                time(options.backupAt),
                checkedNumber("--backup-keep", options.backupKeep, KEEP_MAX),
                (long) checkedNumber("--backup-check-max", options.backupCheckMaxGib, GIB_MAX) << 30);
    }

    /**
     * Refuses a schedule that would make no backup.
     *
     * @throws MoverException UNSUPPORTED for a catalog on PostgreSQL
     */
    static void refuseForPostgreSql(ServerOptions options) {
        if (options.backupEveryHours == null && options.backupAt == null) return;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "--backup-every and --backup-at are for a catalog on H2; PostgreSQL is backed up by its own means,"
                        + " see docs/how-to/back-up-and-restore.md");
    }

    private static int checkedNumber(String option, int number, int max) {
        if (number < 1 || number > max) throw refused(option + " is between 1 and " + max + ", not " + number);
        return number;
    }

    private static @Nullable LocalTime time(@Nullable String text) {
        if (text == null) return null;
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "--backup-at is a time of the day such as 03:30, not " + text, e);
        }
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }
}
