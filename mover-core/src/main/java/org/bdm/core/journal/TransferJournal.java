package org.bdm.core.journal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WorkArea;

/**
 * The journal of one chunk: an append-only file in the job's work area. The order that makes it true: write data, sync data, append the
 * mark, sync the journal.
 *
 * <p>Opening reads what an earlier run left: {@link #histories}. A torn tail is cut at the first bad record. A journal whose header is bad
 * is thrown away, and {@link #damage} says so: its files start anew.
 */
public final class TransferJournal implements AutoCloseable {
    private TransferJournal() {}

    /** Opens the journal of this chunk, or makes it. Errors: those of {@link org.bdm.core.store.WritableFile}. */
    public static TransferJournal open(WorkArea area, JobId job, int chunk) {
        throw new UnsupportedOperationException();
    }

    /** Name of a chunk's journal in the work area. */
    public static String nameOf(int chunk) {
        throw new UnsupportedOperationException();
    }

    /** What earlier runs recorded, by file; as it was when the journal was opened. */
    public Map<FileId, FileHistory> histories() {
        throw new UnsupportedOperationException();
    }

    /** JOURNAL_DAMAGED if an earlier journal was there and its header could not be read. */
    public Optional<MoverException> damage() {
        throw new UnsupportedOperationException();
    }

    /** Offset at which the next record begins: a record whose write has returned begins before it. */
    public long position() {
        throw new UnsupportedOperationException();
    }

    /** Appends records in one write; they survive the death of the process, and a power cut only after {@link #sync}. A failure is final. */
    public void append(List<? extends JournalRecord> records) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #append(List)}. */
    public void append(JournalRecord record) {
        append(List.of(record));
    }

    /**
     * Waits until everything appended before is on stable storage. Calls at the same time share one sync.
     *
     * @throws MoverException SYNC_FAILED; final: every later call fails too
     */
    public void sync() {
        throw new UnsupportedOperationException();
    }

    /** Closes the file; it stays for the next run. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    /** Closes and deletes it: every file of the chunk has ended and the catalog knows. */
    public void remove() {
        throw new UnsupportedOperationException();
    }
}
