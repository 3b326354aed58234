package org.bdm.core.reader;

import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;

/**
 * Receives blocks and files that were read. Called by reader threads, by several at once, also with blocks of one item; its end is told after its
 * blocks. Must not block. Loans pass to the sink.
 */
public interface ReadSink {
    /** True when it accepts one more block now; after false, {@link BlockReader#resume} must be called when it does again. */
    boolean isReady();

    /** True when it is not ready because of a rate that was set. */
    default boolean isPaced() {
        return false;
    }

    /** Bytes of the file: {@code [0, tag.range().length())} of the payload area. */
    void onBlock(ReadItem item, BlockTag tag, Loan loan);

    /** A hole: all bytes of the range are zero. */
    void onZero(ReadItem item, ByteRange range);

    /** Whole files of one request; these items have ended. The checksum is over {@code [0, length)} of the payload area. */
    void onPack(RequestId request, List<PackedPiece> pieces, Loan loan, int length, int crc32c);

    /** All ranges were read; the version is that after the last read. */
    void onItemEnded(ReadItem item, FileVersion version, int mode);

    /** The item ends here; {@code bytesLeft} of it were told neither as block nor as hole. */
    void onItemFailed(ReadItem item, long bytesLeft, MoverException reason);

    /** A defect: this reader does nothing more. */
    void onBroken(MoverException reason);
}
