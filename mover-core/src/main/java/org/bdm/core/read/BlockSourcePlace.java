package org.bdm.core.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of files of a site or of data nodes. A range is wanted in windows, one at a time; the next is wanted while the last is consumed. So blocks
 * of at most two windows are on loan, and a consumer that is slow holds the source up and nothing else.
 */
final class BlockSourcePlace implements RangePlace, SourceListener {
    private static final int WINDOW_BLOCKS = 8;
    private static final int ZEROS_BYTES = 1 << 20;
    private static final Epoch EPOCH = new Epoch(1);

    private final BlockSource source;
    private long windowBytes;
    private long files;
    private volatile @Nullable ArrivedBytes arriving;
    private volatile @Nullable MoverException lost;

    private BlockSourcePlace(BlockSource source) {
        this.source = source;
    }

    static BlockSourcePlace opened(BlockSource source) {
        BlockSourcePlace place = new BlockSourcePlace(source);
        done(source.open(place));
        place.windowBytes = (long) WINDOW_BLOCKS * source.limits().blockBytes();
        return place;
    }

    private static <T> T done(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof MoverException reason) throw reason;
            throw e;
        }
    }

    @Override
    public Optional<FileVersion> version(StorePath path) {
        Optional<DirectoryEntry> entry = done(source.status(path));
        if (entry.isEmpty() || entry.get().status() == null) return Optional.empty();
        return Optional.of(entry.get().status())
                .filter(status -> status.kind() == FileKind.FILE)
                .map(status -> status.version());
    }

    @Override
    public void read(FileToRead file, ByteRange range, RangeConsumer consumer) throws IOException {
        MoverException gone = lost;
        if (gone != null) throw gone;
        ArrivedBytes arrived = new ArrivedBytes(file, new FileId(++files), range.offset());
        arriving = arrived;
        boolean isWhole = false;
        try {
            consume(file, range, arrived, consumer);
            isWhole = true;
        } finally {
            if (!isWhole) source.cancel(arrived.file());
            arriving = null;
            arrived.over();
        }
    }

    private void consume(FileToRead file, ByteRange range, ArrivedBytes arrived, RangeConsumer consumer)
            throws IOException {
        int windows = 0;
        long wantedTo = range.offset();
        long taken = range.offset();
        while (taken < range.endExclusive()) {
            // Not before all that was wanted is here, else blocks behind a gap could take the memory that the gap
            // needs; nor while more than
            // a window of it lies here.
            boolean isDue = wantedTo - taken <= windowBytes && arrived.isComplete(windows, wantedTo - range.offset());
            if (isDue && wantedTo < range.endExclusive()) {
                ByteRange window = new ByteRange(wantedTo, Math.min(windowBytes, range.endExclusive() - wantedTo));
                windows++;
                wantedTo = window.endExclusive();
                source.want(List.of(new WantedFile(
                        arrived.file(), EPOCH, file.path(), file.expected(), List.of(window), false, file.copies())));
            }
            int awaited = wantedTo < range.endExclusive() && taken == wantedTo ? windows : Integer.MAX_VALUE;
            ArrivedBytes.Piece piece = arrived.take(awaited);
            if (piece == null) continue;
            pass(file, piece, consumer);
            taken = piece.range().endExclusive();
        }
        arrived.awaitEnd(windows);
    }

    private static void pass(FileToRead file, ArrivedBytes.Piece piece, RangeConsumer consumer) throws IOException {
        Loan loan = piece.loan();
        if (loan == null) {
            passZeros(piece.range(), consumer);
            return;
        }
        try {
            int length = (int) piece.range().length();
            ByteBuffer bytes = loan.payload(0, length);
            if (RunningDigest.crc32c(bytes.duplicate()) != piece.crc32c())
                throw new MoverException(
                        ErrorCode.BLOCK_CHECKSUM,
                        file.path() + " arrived damaged at " + piece.range() + "; read it again");
            consumer.accept(piece.range().offset(), bytes.asReadOnlyBuffer());
        } finally {
            loan.release();
        }
    }

    private static void passZeros(ByteRange range, RangeConsumer consumer) throws IOException {
        ByteBuffer zeros =
                ByteBuffer.allocate((int) Math.min(ZEROS_BYTES, range.length())).asReadOnlyBuffer();
        for (long offset = range.offset(); offset < range.endExclusive(); offset += zeros.limit()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), range.endExclusive() - offset));
            consumer.accept(offset, zeros.slice());
        }
    }

    private @Nullable ArrivedBytes of(FileId file) {
        ArrivedBytes now = arriving;
        return now != null && now.file().equals(file) ? now : null;
    }

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        ArrivedBytes arrived = of(tag.file());
        if (arrived == null) loan.release();
        else arrived.add(tag, loan);
    }

    @Override
    public void onZero(FileId file, Epoch epoch, ByteRange range) {
        ArrivedBytes arrived = of(file);
        if (arrived != null) arrived.addZeros(range);
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        payload.loan().release(); // packs are never wanted
    }

    @Override
    public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
        ArrivedBytes arrived = of(file);
        if (arrived != null) arrived.ended(version);
    }

    @Override
    public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
        ArrivedBytes arrived = of(file);
        if (arrived != null) arrived.failed(reason);
    }

    @Override
    public void onItemLost(FileId file, Epoch epoch) {
        ArrivedBytes arrived = of(file);
        if (arrived != null)
            arrived.failed(new MoverException(ErrorCode.CONNECTION_LOST, "the connection broke while a range came"));
    }

    @Override
    public void onSourceLost(MoverException reason) {
        lost = reason;
        ArrivedBytes arrived = arriving;
        if (arrived != null) arrived.failed(reason);
    }

    @Override
    public void close() {
        source.close();
    }
}
