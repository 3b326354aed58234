package org.bdm.core.source;

import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;

/**
 * The listener of who asks a source for lists, statuses and digests, and for no bytes: its questions fail by themselves when the source is
 * lost. Bytes that come all the same go back to where they were lent.
 */
public final class QuestionsOnly implements SourceListener {
    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        loan.release();
    }

    @Override
    public void onZero(FileId file, Epoch epoch, ByteRange range) {
        // nothing was asked for
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        payload.loan().release();
    }

    @Override
    public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        // nothing was asked for
    }

    @Override
    public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        // nothing was asked for
    }

    @Override
    public void onItemLost(FileId file, Epoch epoch) {
        // nothing was asked for
    }

    @Override
    public void onSourceLost(MoverException reason) {
        // the question that is open fails by itself
    }
}
