package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.SourceListener.PackPayload;
import org.bdm.core.source.SourceListener.Piece;
import org.jspecify.annotations.Nullable;

/**
 * Gathers whole small files, each from its own response, in the block of the first, so that the writer gets one pack instead of many
 * blocks. Passes the pack on when it is full, when no request is running, and at the latest {@value #WAIT_MILLIS} ms after the first
 * file. Belongs to the source's event loop.
 */
final class GatheredPack {
    private static final int PIECES_MAX = 512;
    private static final long WAIT_MILLIS = 20; // less than a disk takes to force a file

    private final EventLoop loop;
    private final Supplier<SourceListener> told;
    private List<Piece> pieces = new ArrayList<>();
    private @Nullable Loan block;
    private int length;

    GatheredPack(EventLoop loop, Supplier<SourceListener> told) {
        this.loop = loop;
        this.told = told;
    }

    /** Adds a file. Takes the loan, whose payload begins with the bytes of the file. */
    void add(Piece piece, Loan bytes) {
        if (block != null && length + piece.length() > block.payloadCapacity()) tell();
        Loan first = block;
        if (first == null) {
            block = bytes;
            tellLater(bytes);
        } else {
            first.payload(length, piece.length()).put(bytes.payload(0, piece.length()));
            bytes.release();
        }
        length += piece.length();
        pieces.add(piece);
        if (pieces.size() == PIECES_MAX) tell();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // looks for itself whether it is still there
    private void tellLater(Loan begun) {
        loop.schedule(
                () -> {
                    if (block == begun) tell();
                },
                WAIT_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Passes on the pack, then the end of each of its files. Does nothing while it is empty. */
    void tell() {
        Loan whole = block;
        if (whole == null) return;
        List<Piece> all = pieces;
        int bytes = length;
        block = null;
        pieces = new ArrayList<>(all.size());
        length = 0;
        SourceListener listener = told.get();
        listener.onPack(all, new PackPayload(whole, 0, bytes, RunningDigest.crc32c(whole.payload(0, bytes))));
        for (Piece piece : all) listener.onItemEnded(piece.file(), piece.epoch(), piece.version(), piece.mode());
    }
}
