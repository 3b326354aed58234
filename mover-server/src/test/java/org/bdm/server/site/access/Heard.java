package org.bdm.server.site.access;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.SourceListener;
import org.bdm.core.store.FileVersion;

/** Notes what a source tells. */
final class Heard implements SourceListener {
    final List<String> events = new ArrayList<>();

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        events.add("block " + tag.file().number());
        loan.release();
    }

    @Override
    public void onZero(FileId file, Epoch epoch, ByteRange range) {
        events.add("zero " + file.number());
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        events.add("pack of " + pieces.size());
        payload.loan().release();
    }

    @Override
    public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        events.add("ended " + file.number());
    }

    @Override
    public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        events.add("failed " + file.number());
    }

    @Override
    public void onItemLost(FileId file, Epoch epoch) {
        events.add("item lost " + file.number());
    }

    @Override
    public void onSourceLost(MoverException reason) {
        events.add("lost " + reason.code());
    }
}
