package org.bdm.core.journal;

import java.time.Instant;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;

/** One entry of a {@link TransferJournal}; docs/journal.md is the normative page. */
public sealed interface JournalRecord {
    /** The file it speaks of. */
    FileId file();

    /** The attempt it speaks of. */
    Epoch epoch();

    /**
     * A temporary file was made.
     *
     * @param inode of the temporary file, so that a later file of this name never inherits marks
     * @param source version that is being copied
     */
    record FileOpened(FileId file, Epoch epoch, long inode, FileVersion source) implements JournalRecord {}

    /** A block was checked and written; not yet durable. */
    record BlockReceived(FileId file, Epoch epoch, ByteRange range, int crc32c) implements JournalRecord {}

    /** A block that an earlier run received is in this file too: it was copied, and no bytes came over the network for it. */
    record BlockKept(FileId file, Epoch epoch, ByteRange range, int crc32c) implements JournalRecord {}

    /** A range of zeros was told; not yet durable, and no bytes came over the network for it. */
    record ZeroReceived(FileId file, Epoch epoch, ByteRange range) implements JournalRecord {}

    /** A block arrived with a wrong checksum and was thrown away: it counts as sent, not as received. */
    record BlockRefused(FileId file, Epoch epoch, ByteRange range) implements JournalRecord {}

    /**
     * A whole small file arrived in a pack and was written; it is sent again if it is not placed.
     *
     * @param inode of the temporary file
     * @param length bytes of the file, 0 or more
     */
    record PieceReceived(FileId file, Epoch epoch, long inode, long length) implements JournalRecord {}

    /**
     * Every block and zero range of this file and epoch whose record begins before {@code position} is on stable storage.
     *
     * @param position offset in the journal
     */
    record BlocksDurable(FileId file, Epoch epoch, long position) implements JournalRecord {}

    /**
     * All bytes of the temporary file are durable and verified; it is about to get its final name.
     *
     * @param inode of the temporary file, and of the final one after placing
     * @param size bytes
     * @param modified mtime as it was set
     * @param evidence what was verified
     */
    record Placing(FileId file, Epoch epoch, long inode, long size, Instant modified, Evidence evidence)
            implements JournalRecord {}
}
