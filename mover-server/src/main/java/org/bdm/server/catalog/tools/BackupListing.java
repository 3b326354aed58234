package org.bdm.server.catalog.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The list that {@code mover-server catalog check BACKUP..} prints: one line for each backup, and why one is of no use. */
public final class BackupListing {
    private static final int EXIT_DAMAGED = 1;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String ROW = "%-7s  %-19s  %15s  %7s  %9s  %9s  %s%n";

    private final PrintStream out;
    private final @Nullable String password;

    /**
     * To a terminal or a file.
     *
     * @param password that the catalogs ask for; null for none
     */
    public BackupListing(PrintStream out, @Nullable String password) {
        this.out = out;
        this.password = password;
    }

    /** Verifies all of them; 0 if each can be restored. */
    public int show(List<Path> places, @Nullable Path scratch) {
        Path room = scratch == null ? Path.of(System.getProperty("java.io.tmpdir", "/tmp")) : scratch;
        BackupCheck checking = new BackupCheck(room, password);
        int damaged = 0;
        try {
            List<Path> files = new ArrayList<>();
            for (Path place : places) files.addAll(BackupCheck.below(place));
            if (files.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, "there is no *.zip in " + places);
            out.printf(Locale.ROOT, ROW, "STATE", "WRITTEN (UTC)", "BYTES", "VERSION", "JOBS", "HOLDINGS", "BACKUP");
            for (Path file : files) {
                BackupCheck.Checked checked = checking.check(file);
                show(checked);
                if (!checked.isIntact()) damaged++;
            }
            out.println(files.size() + (files.size() == 1 ? " backup, " : " backups, ") + damaged + " damaged");
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.BACKUP_FAILED,
                    "the check did not end: " + e + "; is there room for an unpacked catalog in " + room
                            + "? name another directory with --scratch",
                    e);
        }
        return damaged == 0 ? 0 : EXIT_DAMAGED;
    }

    private void show(BackupCheck.Checked checked) {
        out.printf(
                Locale.ROOT,
                ROW,
                checked.isIntact() ? "intact" : "DAMAGED",
                TIME.format(checked.modified()),
                checked.bytes(),
                checked.version(),
                checked.amounts().jobs(),
                checked.amounts().holdings(),
                checked.file());
        checked.problems().forEach(problem -> out.println("         " + problem));
        if (!checked.hasSum() && checked.isIntact())
            out.println("         no SHA-256 lies beside it: only the CRC-32 of the zip was compared");
    }
}
