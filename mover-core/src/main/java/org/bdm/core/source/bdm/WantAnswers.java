package org.bdm.core.source.bdm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.SourceListener.PackPayload;
import org.bdm.core.source.SourceListener.Piece;
import org.bdm.core.store.FileVersion;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Fits what arrives to what was asked for, and tells it. What nobody waits for any more is dropped; what was never asked for is a violation
 * of the protocol and ends the stream. Owner only.
 */
final class WantAnswers {
    /** A shorter hole is sent as zeros in a block, unless it ends a range. */
    private static final long HOLE_BYTES_MIN = 64 << 10;

    private final SourceListener listener;
    private final WantBoard board;

    WantAnswers(SourceListener listener, WantBoard board) {
        this.listener = listener;
        this.board = board;
    }

    /** A block or a pack; takes the loan. */
    void onPayload(Connection connection, Frame frame, Loan payload, int payloadLength) {
        boolean handedOver = false;
        try {
            if (frame instanceof Frame.Block block) handedOver = onBlock(connection, block, payload, payloadLength);
            else if (frame instanceof Frame.Pack pack) handedOver = onPack(connection, pack, payload, payloadLength);
            else throw violation("payload with " + frame.getClass().getSimpleName());
        } finally {
            if (!handedOver) payload.release();
        }
    }

    void onZero(Connection connection, Frame.Zero zero) {
        WantRequest request = connection.want(zero.request());
        WantPart part = request == null ? null : request.part(zero.file(), zero.epoch());
        if (part == null) return;
        if (zero.range().length() < HOLE_BYTES_MIN && !part.endsRange(zero.range())) {
            throw violation("a hole of " + zero.range().length() + " bytes that does not end its range");
        }
        take(connection, part, zero.range());
        if (!part.item.isEnded()) listener.onZero(zero.file(), zero.epoch(), zero.range());
        endIfComplete(connection, part);
    }

    void onFileEnd(Connection connection, Frame.FileEnd end) {
        WantRequest request = connection.want(end.request());
        WantPart part = request == null ? null : request.part(end.file(), end.epoch());
        if (part == null) return;
        if (part.bytesLeft() > 0) {
            endedEarly(connection, part);
            return;
        }
        part.fileEnd(end.version(), end.mode());
        endIfComplete(connection, part);
    }

    /** FILE_END never overtakes the blocks in front of it: what has not come by then will not come. */
    private void endedEarly(Connection connection, WantPart part) {
        long bytesMissing = part.bytesLeft();
        connection.end(part);
        fail(
                part.item,
                new MoverException(
                        ErrorCode.PROTOCOL_VIOLATION,
                        "the source ended " + part.item.wanted.path() + " without " + bytesMissing
                                + " of the requested bytes"));
    }

    /** A want has made no progress for too long: it fails, with all that has come whole and was not ended; the rest of the stream may be asked again. */
    void timedOut(Connection connection, WantRequest stuck, Duration waited) {
        for (WantPart part : connection.parts()) {
            if (part.request != stuck && part.bytesLeft() > 0) continue;
            String what = part.bytesLeft() > 0
                    ? "did not send " + part.bytesLeft() + " bytes of " + part.item.wanted.path()
                    : "did not end " + part.item.wanted.path();
            connection.end(part);
            fail(
                    part.item,
                    new MoverException(
                            ErrorCode.TIMED_OUT, "the source " + what + " within " + waited.toSeconds() + " s"));
        }
    }

    /** Of a block, a file or a request: whatever it names fails. */
    void onFailure(Connection connection, Frame.Failure failure, MoverException reason) {
        WantRequest request = connection.want(failure.request());
        if (request == null) return;
        for (WantPart part : request.parts()) {
            WantItem item = part.item;
            boolean isMeant = failure.file() == null
                    || (item.file().equals(failure.file())
                            && (failure.epoch() == null || item.epoch().equals(failure.epoch())));
            if (!isMeant) continue;
            connection.end(part);
            fail(item, reason);
        }
    }

    private boolean onBlock(Connection connection, Frame.Block block, Loan payload, int payloadLength) {
        ByteRange range = block.tag().range();
        if (range.length() != payloadLength) throw violation("a block with a length other than that of its payload");
        WantRequest request = connection.want(block.request());
        WantPart part = request == null
                ? null
                : request.part(block.tag().file(), block.tag().epoch());
        if (part == null) return false;
        take(connection, part, range);
        boolean isWanted = !part.item.isEnded();
        if (isWanted) listener.onBlock(block.tag(), payload);
        endIfComplete(connection, part);
        return isWanted;
    }

    private boolean onPack(Connection connection, Frame.Pack pack, Loan payload, int payloadLength) {
        WantRequest request = connection.want(pack.request());
        if (request == null) return false;
        if (pack.pieces().isEmpty()) {
            failAll(connection, request);
            return false;
        }
        List<Piece> pieces = new ArrayList<>(pack.pieces().size());
        List<Match> matches = new ArrayList<>(pack.pieces().size());
        long bytes = 0;
        for (Frame.PackPiece piece : pack.pieces()) {
            bytes += piece.length();
            FileVersion version = piece.version();
            WantPart part = request.part(piece.file(), piece.epoch());
            if (version == null) {
                if (piece.length() != 0) throw violation("a piece of a pack with an error has bytes");
                if (part != null) failPiece(connection, part, piece);
                continue;
            }
            // A piece that nobody waits for is listed all the same: the place of the others follows from it.
            Piece told = new Piece(piece.file(), piece.epoch(), piece.length(), version, piece.mode());
            pieces.add(told);
            if (part == null) continue;
            if (!part.item.isSmall()
                    || piece.length() != part.item.wanted.expected().size()) {
                throw violation("a piece of a pack has a size other than requested");
            }
            matches.add(new Match(told, part));
        }
        if (pack.dataOffset() + bytes != payloadLength)
            throw violation("the pieces of a pack do not add up to its payload");
        PackPayload data = new PackPayload(payload, pack.dataOffset(), payloadLength, pack.payloadCrc32c());
        return deliver(connection, pieces, matches, data);
    }

    private boolean deliver(Connection connection, List<Piece> pieces, List<Match> matches, PackPayload payload) {
        boolean isWanted = false;
        for (Match match : matches) {
            connection.arrived(match.part, match.part.bytesLeft());
            if (!match.part.arrivedWhole()) throw violation("a piece of a pack has already arrived in blocks");
            isWanted |= !match.part.item.isEnded();
        }
        if (isWanted) listener.onPack(pieces, payload);
        for (Match match : matches) {
            match.part.fileEnd(match.piece.version(), match.piece.mode());
            endIfComplete(connection, match.part);
        }
        return isWanted;
    }

    /** The index arrived damaged: which files came is not known, so all that has not come yet fails, to be asked for again. */
    private void failAll(Connection connection, WantRequest request) {
        MoverException reason =
                new MoverException(ErrorCode.BLOCK_CHECKSUM, "a block of small files arrived with a damaged index");
        connection.withdraw(request);
        for (WantPart part : request.parts()) {
            connection.end(part);
            fail(part.item, reason);
        }
    }

    private void failPiece(Connection connection, WantPart part, Frame.PackPiece piece) {
        connection.end(part);
        MoverException reason =
                new MoverException(piece.error() == null ? ErrorCode.SOURCE_READ_ERROR : piece.error(), piece.detail());
        fail(part.item, reason);
    }

    private static void take(Connection connection, WantPart part, ByteRange range) {
        if (!part.arrived(range)) {
            throw violation(range + " of " + part.item.file() + " was not requested, or arrived twice");
        }
        connection.arrived(part, range.length());
        if (part.isInCrumbs()) throw violation(part.item.file() + " arrives in too many pieces");
    }

    private void endIfComplete(Connection connection, WantPart part) {
        FileVersion version = part.version();
        if (version == null || !part.isComplete()) return;
        connection.end(part);
        WantItem item = part.item;
        if (item.isEnded()) return;
        if (!item.agrees(version)) {
            fail(
                    item,
                    new MoverException(
                            ErrorCode.SOURCE_CHANGED,
                            item.wanted.path() + " changed while it was read over several streams"));
        } else if (item.isComplete()) {
            board.end(item);
            listener.onItemEnded(item.file(), item.epoch(), version, part.mode());
        }
    }

    private void fail(WantItem item, @Nullable MoverException reason) {
        if (item.isEnded() || reason == null) return;
        board.end(item);
        listener.onItemFailed(item.file(), item.epoch(), reason);
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, what);
    }

    private record Match(Piece piece, WantPart part) {}
}
