package org.bdm.server.catalog.handover;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.Events;
import org.jspecify.annotations.Nullable;

/** The steps of handovers, as the one who drives them writes them. A step that comes too late, as after a cancel, changes nothing and says so. */
public final class HandoverSteps {
    private static final int FILE_SAYS_LENGTH_MAX = 1_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public HandoverSteps(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Keeps under which id the list of WANTED files is going to be submitted; they are HANDED then. The next thing that is sent may be the list.
     *
     * @param submission null for a carrier without a service
     * @param listDigest SHA-256 of the list as hexadecimal
     * @param at now, of the clock by which its patience is measured
     * @return false if it is not SUBMITTING any more, or has an id
     */
    public CompletableFuture<Boolean> prepared(
            long handover, @Nullable String submission, String listDigest, Instant at) {
        return parts.writeWaiting(1, work -> {
            int changed = work.sql()
                    .update(
                            "UPDATE handover SET submission = ?, list_sha256 = ?, task = NULL, round_no = round_no + 1,"
                                    + " bytes_moved = 0, progress_ms = ?, faults = 0 WHERE handover_no = ? AND state = ?"
                                    + " AND list_sha256 IS NULL",
                            submission,
                            listDigest,
                            at.toEpochMilli(),
                            handover,
                            HandoverState.SUBMITTING.code());
            if (changed == 0) return false;
            HandoverRows.move(work.sql(), handover, EnumSet.of(HandedFileState.WANTED), HandedFileState.HANDED);
            return true;
        });
    }

    /** Keeps what the carrier calls it, also if it was cancelled meanwhile; it is WAITING then, else it stays as it is. */
    public CompletableFuture<Boolean> taken(long handover, String task, Awaited awaited, String says, Instant nextAt) {
        return parts.writeWaiting(1, work -> {
            work.sql().update("UPDATE handover SET task = ? WHERE handover_no = ?", task, handover);
            return HandoverRows.become(work, handover, HandoverState.WAITING, awaited, says, nextAt);
        });
    }

    /** Keeps when it is looked at again, and why not now; the state stays. */
    public CompletableFuture<Integer> later(Handover handover, Awaited awaited, String says, Instant nextAt) {
        return parts.writeWaiting(
                1,
                work -> work.sql()
                        .update(
                                "UPDATE handover SET awaits = ?, says = ?, next_ms = ? WHERE handover_no = ? AND state = ?",
                                awaited.code(),
                                HandoverRows.says(says),
                                nextAt.toEpochMilli(),
                                handover.number(),
                                handover.state().code()));
    }

    /** Keeps what the carrier says that it has moved, if it is more than before, with the time and the faults that it reports. */
    public CompletableFuture<Integer> moved(long handover, long bytes, long faults, Instant at) {
        return parts.writeWaiting(
                1,
                work -> work.sql()
                        .update(
                                "UPDATE handover SET bytes_moved = ?, progress_ms = ?, faults = ? WHERE handover_no = ?"
                                        + " AND bytes_moved < ?",
                                bytes,
                                at.toEpochMilli(),
                                faults,
                                handover,
                                bytes));
    }

    /** Begins to compare what is there. {@code sendsRest}: what is missing then is submitted again. */
    public CompletableFuture<Boolean> compare(long handover, boolean sendsRest, String says) {
        return parts.writeWaiting(1, work -> {
            if (!HandoverRows.become(work, handover, HandoverState.COMPARING, Awaited.NOBODY, says, Instant.EPOCH))
                return false;
            work.sql().update("UPDATE handover SET sends_rest = ? WHERE handover_no = ?", sendsRest, handover);
            return true;
        });
    }

    /** Keeps what files are, and how far the comparison is; at most 1,000. */
    public CompletableFuture<Void> compared(long handover, List<HandedFile> files, int lastFile) {
        List<HandedFile> kept = List.copyOf(files);
        return parts.writeWaiting(1 + kept.size(), work -> {
            keep(work.sql(), handover, kept);
            work.sql().update("UPDATE handover SET compared_no = ? WHERE handover_no = ?", lastFile, handover);
            return null;
        });
    }

    /** Keeps what files are; at most 1,000. */
    public CompletableFuture<Void> keep(long handover, List<HandedFile> files) {
        List<HandedFile> kept = List.copyOf(files);
        return parts.writeWaiting(1 + kept.size(), work -> {
            keep(work.sql(), handover, kept);
            return null;
        });
    }

    private static void keep(Statements sql, long handover, List<HandedFile> files) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (HandedFile file : files) {
            rows.add(new @Nullable Object[] {
                file.state().code(), Statements.cut(file.says(), FILE_SAYS_LENGTH_MAX), handover, file.number()
            });
        }
        sql.batch("UPDATE handover_file SET state = ?, says = ? WHERE handover_no = ? AND file_no = ?", rows);
    }

    /** Ends the comparison with another list: files in these states are WANTED, and it is SUBMITTING. */
    public CompletableFuture<Boolean> submit(long handover, Set<HandedFileState> states) {
        Set<HandedFileState> kept = Set.copyOf(states);
        return parts.writeWaiting(1, work -> HandoverRows.submit(work, handover, kept));
    }

    /**
     * Ends it.
     *
     * @param awaited PERSON if files are named; else NOBODY
     */
    public CompletableFuture<Boolean> end(long handover, Awaited awaited, String says) {
        return parts.writeWaiting(1, work -> {
            if (!HandoverRows.become(work, handover, HandoverState.ENDED, awaited, says, Instant.EPOCH)) return false;
            Events.add(work, null, "HANDOVER_ENDED", "handover-" + handover + ": " + says, "{}");
            return true;
        });
    }

    /** Ends the cancelling. */
    public CompletableFuture<Boolean> cancelled(long handover, String says) {
        return parts.writeWaiting(
                1,
                work -> HandoverRows.become(
                        work, handover, HandoverState.CANCELLED, Awaited.NOBODY, says, Instant.EPOCH));
    }
}
