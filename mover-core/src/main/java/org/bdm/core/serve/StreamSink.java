package org.bdm.core.serve;

import java.util.List;
import java.util.function.LongConsumer;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.reader.PackedPiece;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.reader.ReadSink;
import org.bdm.core.store.FileVersion;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.PackIndex;

/** Sends what was read on the stream that asked for it. Called by reader threads. */
final class StreamSink implements ReadSink {
    private final DataStream stream;
    private final Outstanding outstanding;
    private final SendPace pace;
    private final LongConsumer resumeAfterNanos;
    private final Runnable onAnswered;

    /** Sends as fast as {@code pace} says; {@code resumeAfterNanos} wakes the reader when it may go on. */
    StreamSink(
            DataStream stream,
            Outstanding outstanding,
            SendPace pace,
            LongConsumer resumeAfterNanos,
            Runnable onAnswered) {
        this.stream = stream;
        this.outstanding = outstanding;
        this.pace = pace;
        this.resumeAfterNanos = resumeAfterNanos;
        this.onAnswered = onAnswered;
    }

    @Override
    public boolean isReady() {
        return mayGoOn()
                && stream.blocksQueued() < DataStream.BLOCKS_LOW_WATER
                && stream.framesQueued() < DataStream.FRAMES_LOW_WATER;
    }

    @Override
    public boolean isPaced() {
        return pace.pauseNanos() > 0;
    }

    private boolean mayGoOn() {
        long nanos = pace.pauseNanos();
        if (nanos == 0) return true;
        resumeAfterNanos.accept(nanos);
        return false;
    }

    @Override
    public void onBlock(ReadItem item, BlockTag tag, Loan loan) {
        outstanding.sent(item.request(), tag.range().length());
        pace.spent(tag.range().length());
        stream.send(
                new Frame.Block(item.request(), tag), loan, (int) tag.range().length());
    }

    @Override
    public void onZero(ReadItem item, ByteRange range) {
        outstanding.skipped(item.request(), range.length());
        stream.send(new Frame.Zero(item.request(), item.file(), item.epoch(), range));
    }

    @Override
    public void onPack(RequestId request, List<PackedPiece> pieces, Loan loan, int length, int crc32c) {
        outstanding.answer(() -> {
            for (PackedPiece piece : pieces) {
                outstanding.sent(request, piece.length());
                outstanding.itemEnded(request, piece.item().bytes() - piece.length());
            }
            pace.spent(length);
            int dataOffset = PackIndex.dataOffset(pieces.size());
            stream.send(new Frame.Pack(request, WirePackLayout.frames(pieces), dataOffset, crc32c), loan, length);
        });
        onAnswered.run();
    }

    @Override
    public void onItemEnded(ReadItem item, FileVersion version, int mode) {
        ended(item, 0, new Frame.FileEnd(item.request(), item.file(), item.epoch(), version, mode));
    }

    @Override
    public void onItemFailed(ReadItem item, long bytesLeft, MoverException reason) {
        ended(item, bytesLeft, FailureFrames.ofItem(item, reason));
    }

    private void ended(ReadItem item, long bytesLeft, Frame answer) {
        outstanding.answer(() -> {
            outstanding.itemEnded(item.request(), bytesLeft);
            stream.send(answer);
        });
        onAnswered.run();
    }

    @Override
    public void onBroken(MoverException reason) {
        stream.close(reason);
    }
}
