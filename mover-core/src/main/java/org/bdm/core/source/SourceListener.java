package org.bdm.core.source;

import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;

/** Receives the events of a {@link BlockSource}. Calls come on its threads and must not block; loans pass to the listener. */
public interface SourceListener {
    /** A block: its bytes are {@code [0, tag.range().length())} of the payload area. Its checksum is not checked yet. */
    void onBlock(BlockTag tag, Loan loan);

    /** As {@link #onBlock}, read from a file that this site holds already: the bytes came over no network between hosts. */
    default void onHeldBlock(BlockTag tag, Loan loan) {
        onBlock(tag, loan);
    }

    /** All bytes of the range are zero. */
    void onZero(FileId file, Epoch epoch, ByteRange range);

    /**
     * Whole small files, one after the other in the payload area from {@code dataOffset} on. The checksum over {@code [0, length)} of the
     * payload area is not checked yet; pieces with an error have length 0 and are told by {@link #onItemFailed} instead of being listed.
     */
    void onPack(List<Piece> pieces, PackPayload payload);

    /**
     * All that was wanted of the file has been sent; the version is that after the last read. Also told for each piece of a pack, after
     * {@link #onPack}. Blocks of other streams may still come.
     */
    void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode);

    /** The source cannot give the file; BLOCK_CHECKSUM means that what it gave arrived damaged and can be asked for again. */
    void onItemFailed(FileId file, Epoch epoch, MoverException reason);

    /**
     * The stream that carried this want is gone: the rest has to be asked for again. Nothing more of this want is told. All bytes may have
     * come: then only the confirmation of the version is missing.
     */
    void onItemLost(FileId file, Epoch epoch);

    /** No stream is open any more and the source gave up; every outstanding item has been told as lost before. */
    void onSourceLost(MoverException reason);

    /** One whole small file of a pack; {@code length} bytes. */
    record Piece(FileId file, Epoch epoch, int length, FileVersion version, int mode) {}

    /** Position of the bytes of a pack: {@code crc32c} is over {@code [0, length)} of the payload area. */
    record PackPayload(Loan loan, int dataOffset, int length, int crc32c) {}
}
