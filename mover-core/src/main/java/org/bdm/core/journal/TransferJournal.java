package org.bdm.core.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one chunk: an append-only file in the job's work area. The order that makes it true: write data, sync data, append the
 * mark, sync the journal.
 *
 * <p>Opening reads what an earlier run left: {@link #histories}. A torn tail is cut at the first bad record. A journal whose header is bad
 * is thrown away, and {@link #damage} says so: its files start anew.
 */
public final class TransferJournal implements AutoCloseable {
    private final WorkArea area;
    private final ChunkRight right;
    private final WritableFile file;
    private final Map<FileId, FileHistory> histories;
    private final Optional<MoverException> damage;
    private final Object syncLock = new Object();

    private ByteBuffer encoded = ByteBuffer.allocateDirect(16 * JournalFormat.RECORD_BYTES_MAX);
    private volatile long position;
    private long positionDurable;
    private volatile @Nullable MoverException failure;

    private TransferJournal(
            WorkArea area, ChunkRight right, WritableFile file, JournalReplay replay, Optional<MoverException> damage) {
        this.area = area;
        this.right = right;
        this.file = file;
        this.histories = replay.histories();
        this.damage = damage;
        this.position = replay.positionEnd();
        this.positionDurable = position;
    }

    /**
     * Opens the journal of this chunk, or makes it. What earlier leases left is taken over first: their processes can place nothing more.
     *
     * @throws MoverException STALE_LEASE if a later lease has been here; errors of {@link WritableFile}
     */
    public static TransferJournal open(WorkArea area, JobId job, ChunkRight right) {
        new ChunkTakeover(area, job, right).run();
        Optional<WritableFile> left = area.open(nameOf(right));
        if (left.isEmpty()) return create(area, job, right, Optional.empty());
        WritableFile file = left.get();
        try {
            if (!hasHeader(file, job, right.chunk())) {
                boolean hadContent = file.size() > 0; // an empty one is a crash between creating and writing
                file.close();
                return create(area, job, right, hadContent ? Optional.of(damaged(file)) : Optional.empty());
            }
            return reopen(area, right, file);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Returns what earlier leases recorded, for a caller that does not continue their work: from here on their processes can place nothing
     * more. Makes and replaces no journal, so a later look finds the same; empty without a journal.
     *
     * @throws MoverException JOURNAL_DAMAGED if the header cannot be read; STALE_LEASE as {@link #open}
     */
    public static Map<FileId, FileHistory> recorded(WorkArea area, JobId job, ChunkRight right) {
        TreeMap<Integer, String> journals = new ChunkTakeover(area, job, right).fence();
        if (journals.isEmpty()) return Map.of();
        Optional<WritableFile> left = area.open(journals.lastEntry().getValue());
        if (left.isEmpty()) return Map.of();
        try (WritableFile file = left.get()) {
            if (file.size() == 0) return Map.of();
            if (!hasHeader(file, job, right.chunk())) throw damaged(file);
            JournalReplay replay = new JournalReplay();
            replay.read(file);
            file.force(); // as in reopen()
            return replay.histories();
        }
    }

    static boolean hasHeader(WritableFile file, JobId job, int chunk) {
        ByteBuffer header = ByteBuffer.allocate(JournalFormat.HEADER_BYTES);
        file.read(0, header);
        return JournalFormat.isHeader(header.flip(), job, chunk);
    }

    private static TransferJournal reopen(WorkArea area, ChunkRight right, WritableFile file) {
        JournalReplay replay = new JournalReplay();
        replay.read(file);
        if (file.size() > replay.positionEnd()) file.resize(replay.positionEnd());
        file.force(); // what was read now counts, so it must not vanish: it may have been only in memory until here
        return new TransferJournal(area, right, file, replay, Optional.empty());
    }

    private static TransferJournal create(WorkArea area, JobId job, ChunkRight right, Optional<MoverException> damage) {
        WritableFile file = area.create(nameOf(right));
        try {
            file.write(0, JournalFormat.header(job, right.chunk()));
            file.force();
            area.force();
            return new TransferJournal(area, right, file, new JournalReplay(), damage);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static MoverException damaged(WritableFile file) {
        return new MoverException(
                ErrorCode.JOURNAL_DAMAGED, "the header of the journal " + file.name() + " cannot be read");
    }

    /** Name of a chunk's journal in the work area. */
    public static String nameOf(ChunkRight right) {
        return JournalName.of(right.chunk(), right.lease());
    }

    /** The right to work on the chunk. */
    public ChunkRight right() {
        return right;
    }

    /** Name of the temporary file of an attempt at a file of the chunk. */
    public String temporaryName(FileId of, Epoch epoch) {
        return TemporaryName.of(of, epoch, right.lease());
    }

    /** Name of that file if a former holder of the chunk may still write into it: it may be read, and no more. */
    public String leftName(FileId of, Epoch epoch) {
        return new TemporaryName(of, epoch, right.lease(), true).toString();
    }

    /** Returns what earlier runs recorded, by file; as it was when the journal was opened. */
    public Map<FileId, FileHistory> histories() {
        return histories;
    }

    /** JOURNAL_DAMAGED if an earlier journal was there and its header could not be read. */
    public Optional<MoverException> damage() {
        return damage;
    }

    /** Why it takes no more records: a write or sync has failed. It must be closed and opened anew. */
    public Optional<MoverException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Offset at which the next record begins: a record whose write has returned begins before it. */
    public long position() {
        return position;
    }

    /** Appends records in one write; they survive the death of the process, and a power cut only after {@link #sync}. A failure is final. */
    public synchronized void append(List<? extends JournalRecord> records) {
        requireSound();
        int lengthMax = Math.multiplyExact(records.size(), JournalFormat.RECORD_BYTES_MAX);
        if (encoded.capacity() < lengthMax) encoded = ByteBuffer.allocateDirect(lengthMax);
        encoded.clear();
        for (JournalRecord record : records) JournalFormat.encode(record, position + encoded.position(), encoded);
        writeEncoded();
    }

    /** As {@link #append(List)}. */
    public synchronized void append(JournalRecord record) {
        requireSound();
        JournalFormat.encode(record, position, encoded.clear());
        writeEncoded();
    }

    private synchronized void writeEncoded() {
        encoded.flip();
        int length = encoded.remaining();
        try {
            file.write(position, encoded);
        } catch (MoverException e) {
            failure = e; // a part of a record may be there: one more behind it would never be read
            throw e;
        }
        position += length;
    }

    /**
     * Waits until everything appended before is on stable storage. Calls at the same time share one sync.
     *
     * @throws MoverException SYNC_FAILED; final: every later call fails too
     */
    public void sync() {
        long wanted = position;
        synchronized (syncLock) {
            requireSound();
            if (positionDurable >= wanted) return;
            long covered = position;
            try {
                file.force();
            } catch (MoverException e) {
                failure = e;
                throw e;
            }
            positionDurable = covered;
        }
    }

    private void requireSound() {
        MoverException cause = failure;
        if (cause != null) {
            throw new MoverException(
                    cause.code(), "the journal " + file.name() + " failed before: " + cause.detail(), cause);
        }
    }

    /** Closes the file; it stays for the next run. */
    @Override
    public void close() {
        file.close();
    }

    /** Closes and deletes it: every file of the chunk has ended and the catalog knows. */
    public void remove() {
        file.close();
        area.delete(file.name());
    }
}
