package org.bdm.core.writer;

import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/** Receives the results of a {@link BlockWriter}. Calls come on its threads; they post, and must neither block nor throw. */
public interface DurabilityListener {
    /** The file takes blocks. */
    void onOpened(OpenedFile opened);

    /**
     * The block is in the file, not yet durable. The loan passes to the listener, which gives it to a hasher or releases it.
     *
     * @param bytesNew how many of its bytes were not there before: 0 for a block that came twice
     */
    void onWritten(BlockTag tag, Loan loan, long bytesNew);

    /** A range of zeros is in the file; {@code bytesNew} as in {@link #onWritten}. */
    void onZeroWritten(FileId file, Epoch epoch, ByteRange range, long bytesNew);

    /** The block was not written; its loan has been released. */
    void onRefused(BlockTag tag, Refusal why);

    /** A mark was made: so many bytes of the file are durable, zeros included. */
    void onDurable(FileId file, Epoch epoch, long bytesDurable);

    /** All bytes are written and the size is set; the temporary file passes to the listener. */
    void onCompleted(WrittenFile written);

    /** Pieces of one pack are written; their temporary files pass to the listener. Pieces that failed are told with {@link #onFailed}. */
    void onPieces(List<WrittenFile> written);

    /** The checksum of a pack was wrong: none of its pieces was written. */
    void onPackRefused(PackToWrite pack);

    /**
     * The file takes no more blocks: later ones are refused. Discard it once nobody reads from its temporary file any more. With
     * SYNC_FAILED it must be deleted and sent again under a new epoch; after all else it may be kept and resumed.
     */
    void onFailed(FileId file, Epoch epoch, MoverException reason);

    /** Why a block was not written. */
    enum Refusal {
        /** Its bytes do not have the checksum that the source computed: ask for it again. */
        WRONG_CHECKSUM,
        /** The file is not open here, or has another epoch: a late block. */
        NOT_OPEN,
        /** It reaches beyond the end of the file: the source does not keep to the protocol. */
        BEYOND_END
    }
}
