package org.bdm.core.finish;

import java.util.Optional;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;

/** One task of the placing thread in a batch. */
sealed interface Placement {
    FileId file();

    /** Returns the final path; its parent is created, and forced afterwards. */
    StorePath destination();

    /** Returns the right to the chunk, without which nothing is placed. */
    ChunkRight right();

    /** Returns the evidence to report when it is durable. */
    default Optional<Evidence> evidence() {
        return Optional.empty();
    }

    /**
     * A temporary file that is forced and verified.
     *
     * @param journal takes the record before placing; empty if it is there since the run before
     */
    record OfFile(
            WritableFile temporary,
            Optional<TransferJournal> journal,
            JournalRecord.Placing record,
            StorePath destination,
            ChunkRight right)
            implements Placement {
        @Override
        public FileId file() {
            return record.file();
        }

        @Override
        public Optional<Evidence> evidence() {
            return Optional.of(record.evidence());
        }
    }

    /** A file that has its final name since the run before: its directories have to be forced. */
    record OfPlacedFile(JournalRecord.Placing record, StorePath destination, ChunkRight right) implements Placement {
        @Override
        public FileId file() {
            return record.file();
        }

        @Override
        public Optional<Evidence> evidence() {
            return Optional.of(record.evidence());
        }
    }

    /** A symbolic link. */
    @SuppressWarnings("ArrayRecordComponent") // bytes of a link target, never changed
    record OfSymbolicLink(FileId file, byte[] target, StorePath destination, ChunkRight right) implements Placement {}

    /** A directory to be made. */
    record OfDirectory(FileId file, StorePath destination, ChunkRight right) implements Placement {}

    /** Something that has ended before the batch, to be told with it. */
    record Ended(FinishResult result) implements Placement {
        @Override
        public FileId file() {
            return result.file();
        }

        @Override
        public StorePath destination() {
            return StorePath.ROOT;
        }

        @Override
        public ChunkRight right() {
            return ChunkRight.endless(0);
        }
    }
}
