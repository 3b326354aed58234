package org.bdm.server.job.run;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.PassingSource;
import org.bdm.core.source.SourceListener;
import org.bdm.core.store.FileVersion;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;

/** One place of a session that reads from many, under the limit of its link besides that of the session. Any thread. */
final class MeteredSource extends PassingSource {
    private final Object lock = new Object();
    private final AtomicLong bytes = new AtomicLong();
    private final LinkFlow flow;
    private long ofSession; // guarded by lock, as the next: 0 is no limit
    private long ofLink;

    MeteredSource(BlockSource real, LinkFlows links, LinkFlow.Use use) {
        super(real);
        this.flow = links.begin(
                use,
                new LinkFlow.Measures(bytes::get, real::streams),
                allowed -> limitRate(false, allowed.bytesPerSecondMax()));
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        limitRate(true, bytesPerSecondMax);
    }

    private void limitRate(boolean isOfSession, long bytesPerSecondMax) {
        synchronized (lock) {
            if (isOfSession) ofSession = bytesPerSecondMax;
            else ofLink = bytesPerSecondMax;
            boolean isLinkNarrower = ofLink > 0 && (ofSession == 0 || ofLink < ofSession);
            super.limitRate(isLinkNarrower ? ofLink : ofSession);
        }
    }

    @Override
    public CompletionStage<Void> open(SourceListener listener) {
        return super.open(new Counting(listener, bytes)).whenComplete((done, failure) -> {
            if (failure != null) flow.close();
        });
    }

    @Override
    public void close() {
        flow.close();
        super.close();
    }

    /** Counts what arrives and passes it on. */
    private record Counting(SourceListener told, AtomicLong bytes) implements SourceListener {
        @Override
        public void onBlock(BlockTag tag, Loan loan) {
            bytes.addAndGet(tag.range().length());
            told.onBlock(tag, loan);
        }

        @Override
        public void onZero(FileId file, Epoch epoch, ByteRange range) {
            told.onZero(file, epoch, range);
        }

        @Override
        public void onPack(List<Piece> pieces, PackPayload payload) {
            for (Piece piece : pieces) bytes.addAndGet(piece.length());
            told.onPack(pieces, payload);
        }

        @Override
        public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
            told.onItemEnded(file, epoch, version, mode);
        }

        @Override
        public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
            told.onItemFailed(file, epoch, reason);
        }

        @Override
        public void onItemLost(FileId file, Epoch epoch) {
            told.onItemLost(file, epoch);
        }

        @Override
        public void onSourceLost(MoverException reason) {
            told.onSourceLost(reason);
        }
    }
}
