package org.bdm.server.job.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.FileEntry;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.job.hardlink.NamesToLink;
import org.bdm.server.site.opening.Closure;

/** Chooses the files of a chunk that a session is given; the others are refused, or wait. Belongs to the job's thread. */
final class MovableFiles {
    private static final Duration BUSY_AFTER = Duration.ofSeconds(10);
    private static final Duration NAME_AFTER_FIRST = Duration.ofSeconds(1);
    private static final Duration NAME_AFTER_LONGEST = Duration.ofSeconds(30);

    private final CopyFindings findings;
    private final FilePlaces places;
    private final RangesThere rangesThere;
    private final TrickledFiles trickled;
    private final Staging staging;
    private final Clock clock;

    /** Says which files wait for tape. */
    interface Staging {
        Map<FileId, FileTrouble> holds(List<FileRow> rows, KnownCopies copies);
    }

    MovableFiles(
            CopyFindings findings,
            FilePlaces places,
            RangesThere rangesThere,
            TrickledFiles trickled,
            Staging staging,
            Clock clock) {
        this.staging = staging;
        this.findings = findings;
        this.places = places;
        this.rangesThere = rangesThere;
        this.trickled = trickled;
        this.clock = clock;
    }

    List<FileEntry> of(HeldChunk chunk, List<FileRow> all, KnownCopies copies, NamesToLink names) {
        List<FileRow> rows = withoutStaged(chunk, withoutWaiting(chunk, all, names), copies);
        List<FileEntry> movable = new ArrayList<>();
        Map<FileId, RangeDigests> ranges = rangesThere.of(rows);
        Map<FileId, FileTrouble> withoutRoom = trickled.withoutRoom(chunk, rows);
        for (FileRow row : rows) {
            try {
                findings.refuseDisputed(row);
                Optional<Closure> closure = places.closureOf(row, copies);
                if (closure.isPresent()) {
                    chunk.putOff(row, places.trouble(closure.get()));
                    continue;
                }
                FileTrouble full = withoutRoom.get(row.id());
                if (full != null) {
                    chunk.putOff(row, full);
                    continue;
                }
                FileEntry entry = ChunkEntries.of(row, copies, Optional.ofNullable(ranges.get(row.id())));
                Optional<FileId> holder = chunk.reservations().take(entry);
                if (holder.isEmpty()) movable.add(entry);
                else chunk.putOff(row, busy(entry, holder.get()));
            } catch (MoverException e) {
                chunk.refuse(row, e);
            }
        }
        return movable;
    }

    /** Names that are linked when the first name of their file is there. */
    private List<FileRow> withoutWaiting(HeldChunk chunk, List<FileRow> all, NamesToLink names) {
        List<FileRow> rows = new ArrayList<>();
        for (FileRow row : all) {
            FileId first = names.waiting().get(row.id());
            if (first == null) rows.add(row);
            else chunk.putOff(row, waitsForName(row, first));
        }
        return rows;
    }

    /** Files that have to be brought from tape first. */
    private List<FileRow> withoutStaged(HeldChunk chunk, List<FileRow> all, KnownCopies copies) {
        Map<FileId, FileTrouble> staged = staging.holds(all, copies);
        if (staged.isEmpty()) return all;
        List<FileRow> rows = new ArrayList<>();
        for (FileRow row : all) {
            FileTrouble why = staged.get(row.id());
            if (why == null) rows.add(row);
            else chunk.putOff(row, why);
        }
        return rows;
    }

    /** Looked at again after twice the time since the last look: the first name may be of any size, and far back in the job. */
    private FileTrouble waitsForName(FileRow row, FileId first) {
        Duration after = NAME_AFTER_FIRST;
        FileTrouble before = row.trouble();
        Instant since = row.since();
        if (before != null && before.code() == ErrorCode.HARD_LINK_WAITS && before.notBefore() != null && since != null)
            after = Duration.between(since, before.notBefore()).multipliedBy(2);
        if (after.compareTo(NAME_AFTER_FIRST) < 0) after = NAME_AFTER_FIRST;
        if (after.compareTo(NAME_AFTER_LONGEST) > 0) after = NAME_AFTER_LONGEST;
        String text = "another name of the same file at the source (" + first
                + ") is transferred first; this one is then linked to it";
        return new FileTrouble(ErrorCode.HARD_LINK_WAITS, text, clock.instant().plus(after));
    }

    private FileTrouble busy(FileEntry entry, FileId holder) {
        String text = entry.destination() + " is being written by " + FileNumber.job(holder) + " (" + holder
                + "); it is looked at again when that has ended";
        return new FileTrouble(ErrorCode.DESTINATION_BUSY, text, clock.instant().plus(BUSY_AFTER));
    }
}
