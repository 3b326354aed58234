package org.bdm.server.job.run;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.FileEntry;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.job.FileNumber;

/** Takes the files of a chunk that a session can be given; the others fail or wait. Belongs to the job's thread. */
record MovableFiles(CopyFindings findings, Clock clock) {
    private static final Duration BUSY_AFTER = Duration.ofSeconds(10);

    List<FileEntry> of(HeldChunk chunk, List<FileRow> rows, KnownCopies copies) {
        List<FileEntry> movable = new ArrayList<>();
        for (FileRow row : rows) {
            try {
                findings.refuseDisputed(row);
                FileEntry entry = ChunkEntries.of(row, copies);
                Optional<FileId> holder = chunk.claims().take(entry);
                if (holder.isEmpty()) movable.add(entry);
                else chunk.putOff(row, busy(entry, holder.get()));
            } catch (MoverException e) {
                chunk.refuse(row, e);
            }
        }
        return movable;
    }

    private FileTrouble busy(FileEntry entry, FileId holder) {
        String text = entry.destination() + " is being written by " + FileNumber.job(holder) + " (" + holder
                + "); it is looked at again when that has ended";
        return new FileTrouble(ErrorCode.DESTINATION_BUSY, text, clock.instant().plus(BUSY_AFTER));
    }
}
