package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.WantedDigests;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.SourceListener;
import org.bdm.core.store.FileVersion;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.PackToWrite.PackPiece;
import org.jspecify.annotations.Nullable;

/** Hears the source, on its threads, and passes what is of use to the writer, on the loop. */
final class Arrivals implements SourceListener {
    private final FetchState state;
    private final SourceSet sources;
    private final FileSteps steps;
    private final Failures failures;
    private final BlockWriter writer;

    Arrivals(FetchState state, SourceSet sources, FileSteps steps, Failures failures, BlockWriter writer) {
        this.state = state;
        this.sources = sources;
        this.steps = steps;
        this.failures = failures;
        this.writer = writer;
    }

    @Override
    public void onBlock(BlockTag tag, Loan loan) {
        state.loop.post(() -> take(arrived(tag.file(), tag.epoch(), tag.range()), tag, loan));
    }

    @Override
    public void onHeldBlock(BlockTag tag, Loan loan) {
        state.loop.post(() -> {
            state.reused(tag.range().length());
            FileProgress file = ofUse(tag.file(), tag.epoch(), tag.range());
            if (file != null && !file.attempt().hasReceived(tag.range()))
                file.attempt().reused(tag.range());
            take(file, tag, loan);
        });
    }

    private void take(@Nullable FileProgress file, BlockTag tag, Loan loan) {
        if (file == null || file.attempt().hasReceived(tag.range())) {
            loan.release();
            return;
        }
        steps.open(file);
        file.attempt().received(tag.range());
        writer.write(tag, loan);
    }

    /** Counts bytes; the file, if they are of use. */
    private @Nullable FileProgress arrived(FileId id, Epoch epoch, ByteRange range) {
        FileProgress file = state.files.get(id);
        if (file == null) {
            state.moved(range.length(), range.length());
            return null;
        }
        state.moved(range.length(), file.moved(range));
        return ofUse(id, epoch, range);
    }

    private @Nullable FileProgress ofUse(FileId id, Epoch epoch, ByteRange range) {
        FileProgress file = state.current(id, epoch);
        if (file == null || !file.takesBlocks() || state.isStopping()) return null;
        sources.arrived(file, range);
        return file;
    }

    @Override
    public void onZero(FileId id, Epoch epoch, ByteRange range) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file == null || !file.takesBlocks() || state.isStopping()) return;
            state.hasMoved();
            sources.arrived(file, range);
            if (file.attempt().hasReceived(range)) return;
            steps.open(file);
            file.attempt().received(range);
            writer.writeZero(id, epoch, range);
        });
    }

    @Override
    public void onPack(List<Piece> pieces, PackPayload payload) {
        state.loop.post(() -> {
            List<Boolean> isOfUse = new ArrayList<>(pieces.size());
            for (Piece piece : pieces) isOfUse.add(isOfUse(piece));
            if (!isOfUse.contains(Boolean.FALSE)) {
                write(pieces, payload.dataOffset(), payload);
            } else {
                if (isOfUse.contains(Boolean.TRUE)) writeParts(pieces, isOfUse, payload);
                payload.loan().release();
            }
        });
    }

    private boolean isOfUse(Piece piece) {
        FileProgress file = state.files.get(piece.file());
        boolean isCurrent = file != null && file.isIn(piece.epoch()) && file.takesBlocks() && !state.isStopping();
        if (file == null || !isCurrent) {
            count(file, piece);
            return false;
        }
        ByteRange whole = piece.length() == 0 ? null : new ByteRange(0, piece.length());
        count(file, piece);
        if (whole != null) sources.arrived(file, whole);
        if (!file.attempt().isAbsent()) return false;
        if (piece.length() != file.size() || !piece.version().equals(file.version())) {
            failures.ofSource(file, changed(file, piece.version()));
            return false;
        }
        file.takeMode(piece.mode());
        file.attempt().pieceReceived(whole);
        return true;
    }

    private void count(@Nullable FileProgress file, Piece piece) {
        if (piece.length() == 0) return;
        ByteRange whole = new ByteRange(0, piece.length());
        state.moved(piece.length(), file == null ? piece.length() : file.moved(whole));
    }

    private void write(List<Piece> pieces, int dataOffset, PackPayload payload) {
        writer.writePack(
                new PackToWrite(payload.loan(), payload.crc32c(), payload.length(), dataOffset, packPieces(pieces)));
    }

    private List<PackPiece> packPieces(List<Piece> pieces) {
        List<PackPiece> all = new ArrayList<>(pieces.size());
        for (Piece piece : pieces) {
            FileProgress file = state.current(piece.file(), piece.epoch());
            if (file == null) throw new IllegalStateException(piece.file() + " is not expected");
            WantedDigests digests = file.digests(state.parts.options());
            all.add(new PackPiece(
                    piece.file(),
                    piece.epoch(),
                    piece.length(),
                    digests.algorithm(),
                    digests.also(),
                    file.entry().destination(),
                    file.chunk().journal));
        }
        return all;
    }

    /**
     * Some pieces are of no use, which is rare: a piece must never be written twice under one name. The pack is checked here, and each run
     * of pieces that are of use goes on as a pack of its own.
     */
    private void writeParts(List<Piece> pieces, List<Boolean> isOfUse, PackPayload payload) {
        Loan loan = payload.loan();
        if (RunningDigest.crc32c(loan.payload(0, payload.length())) != payload.crc32c()) {
            for (int i = 0; i < pieces.size(); i++) {
                if (isOfUse.get(i))
                    failures.ofPiece(
                            pieces.get(i).file(),
                            pieces.get(i).epoch(),
                            pieces.get(i).length());
            }
            return;
        }
        int offset = payload.dataOffset();
        int i = 0;
        while (i < pieces.size()) {
            int start = offset;
            List<Piece> run = new ArrayList<>();
            while (i < pieces.size() && isOfUse.get(i)) {
                run.add(pieces.get(i));
                offset += pieces.get(i++).length();
            }
            if (!run.isEmpty()) {
                int crc = RunningDigest.crc32c(loan.payload(0, offset));
                write(run, start, new PackPayload(loan.retain(), start, offset, crc));
            }
            if (i < pieces.size()) offset += pieces.get(i++).length();
        }
    }

    @Override
    public void onItemEnded(FileId id, Epoch epoch, FileVersion version, int mode) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file == null) return;
            state.hasMoved();
            file.takeMode(mode);
            if (!version.equals(file.version())) {
                sources.itemEnded(file);
                failures.ofSource(file, changed(file, version));
                return;
            }
            file.attempt().confirmed();
            if (file.size() == 0 && file.stage() == FileStage.ACTIVE) steps.open(file);
            steps.itemGone(file, false);
        });
    }

    private static MoverException changed(FileProgress file, FileVersion now) {
        return new MoverException(
                ErrorCode.SOURCE_CHANGED,
                file.entry().source() + " changed: it was " + file.version().size() + " bytes of "
                        + file.version().modified() + ", and is " + now.size() + " bytes of " + now.modified());
    }

    @Override
    public void onItemFailed(FileId id, Epoch epoch, MoverException reason) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file == null) return;
            sources.itemEnded(file);
            file.attempt().itemLost();
            failures.ofSource(file, reason);
        });
    }

    @Override
    public void onItemLost(FileId id, Epoch epoch) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file != null) steps.itemGone(file, true);
        });
    }

    @Override
    public void onSourceLost(MoverException reason) {
        state.loop.post(() -> state.sourceLost(reason));
    }
}
