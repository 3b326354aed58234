package org.bdm.core.fetch;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.HashListener;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WrittenFile;

/** Hears the writer and the hasher, on their threads, and goes on with the file, on the loop. */
final class DiskEvents implements DurabilityListener, HashListener {
    private final FetchState state;
    private final Supplier<FileSteps> steps;
    private final Supplier<Failures> failures;

    /**
     * @param steps goes on with a file; asked for on the loop only, when the session is put together
     * @param failures decides what a failure means; asked for as {@code steps}
     */
    DiskEvents(FetchState state, Supplier<FileSteps> steps, Supplier<Failures> failures) {
        this.state = state;
        this.steps = steps;
        this.failures = failures;
    }

    @Override
    public void onOpened(OpenedFile opened) {
        state.loop.post(() -> {
            FileProgress file = state.files.get(opened.file());
            if (file == null || state.isStopping()) return;
            boolean isResumed = file.stage() == FileStage.RESUMING;
            boolean isNew = file.stage() == FileStage.ACTIVE && file.isIn(opened.epoch());
            if (isResumed || isNew) steps.get().opened(file, opened);
            state.hasMoved();
        });
    }

    @Override
    public void onWritten(BlockTag tag, Loan loan, long bytesNew) {
        state.loop.post(() -> {
            FileProgress file = state.current(tag.file(), tag.epoch());
            if (file == null || file.stage() != FileStage.ACTIVE || state.isStopping()) {
                loan.release();
                return;
            }
            state.written(bytesNew);
            file.attempt().written(tag.range());
            state.parts.hasher().offer(tag, loan);
            steps.get().completeIfCovered(file);
        });
    }

    @Override
    public void onZeroWritten(FileId id, Epoch epoch, ByteRange range, long bytesNew) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file == null || file.stage() != FileStage.ACTIVE || state.isStopping()) return;
            state.hasMoved();
            file.attempt().written(range);
            state.parts.hasher().zero(id, epoch, range);
            steps.get().completeIfCovered(file);
        });
    }

    @Override
    public void onRefused(BlockTag tag, Refusal why) {
        state.loop.post(() -> {
            FileProgress file = state.current(tag.file(), tag.epoch());
            if (file == null || file.stage() != FileStage.ACTIVE) return;
            switch (why) {
                case WRONG_CHECKSUM -> failures.get().ofBlock(file, tag.range());
                case BEYOND_END ->
                    failures.get()
                            .fail(
                                    file,
                                    new MoverException(
                                            ErrorCode.PROTOCOL_VIOLATION,
                                            "block " + tag.range() + " reaches beyond the end of "
                                                    + file.entry().source()));
                case NOT_OPEN -> state.hasMoved(); // the failure that closed it is told by itself
            }
        });
    }

    @Override
    public void onDurable(FileId id, Epoch epoch, long bytesDurable) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file != null) file.attempt().durable(bytesDurable);
            state.hasMoved();
        });
    }

    @Override
    public void onCompleted(WrittenFile written) {
        state.loop.post(() -> completed(written));
    }

    @Override
    public void onPieces(List<WrittenFile> written) {
        state.loop.post(() -> written.forEach(this::completed));
    }

    private void completed(WrittenFile written) {
        FileProgress file = state.files.get(written.file());
        boolean isExpected = file != null
                && file.isIn(written.epoch())
                && (file.stage() == FileStage.COMPLETING
                        || (file.stage() == FileStage.ACTIVE && file.attempt().isPiece()));
        if (file != null && isExpected && !state.isStopping()) {
            if (file.stage() == FileStage.ACTIVE) state.written(file.size()); // a piece of a pack is told only here
            steps.get().completed(file, written);
            return;
        }
        // Given up in the meantime. What may be resumed by somebody is kept: deleting by name could hit a newer file.
        Leftover leftover =
                file == null || state.isStopping() || file.isIn(written.epoch()) ? Leftover.KEEP : Leftover.DELETE;
        state.onDisk(() -> Attempts.dispose(state.parts, written.temporary(), leftover));
    }

    @Override
    public void onPackRefused(PackToWrite pack) {
        state.loop.post(() -> {
            for (PackToWrite.PackPiece piece : pack.pieces()) {
                failures.get().ofPiece(piece.file(), piece.epoch(), piece.length());
            }
        });
    }

    @Override
    public void onFailed(FileId id, Epoch epoch, MoverException reason) {
        state.loop.post(() -> {
            FileProgress file = state.files.get(id);
            if (file == null) return;
            boolean isOurs = file.stage() == FileStage.RESUMING || file.isIn(epoch);
            boolean isAtWriter = file.stage() == FileStage.RESUMING
                    || file.stage() == FileStage.ACTIVE
                    || file.stage() == FileStage.COMPLETING
                    || isResumed(file);
            if (isOurs && isAtWriter) failures.get().ofDestination(file, reason);
        });
    }

    @Override
    public void onDigest(FileId id, Epoch epoch, Checksum digest) {
        state.loop.post(() -> {
            Optional<FileProgress> file = hashed(id, epoch);
            file.ifPresent(completing -> steps.get().hashed(completing, digest, null));
        });
    }

    @Override
    public void onDigests(FileId id, Epoch epoch, Checksum digest, Checksum also) {
        state.loop.post(() -> {
            Optional<FileProgress> file = hashed(id, epoch);
            file.ifPresent(completing -> steps.get().hashed(completing, digest, also));
        });
    }

    @Override
    public void onRanges(FileId id, Epoch epoch, RangeDigests ranges) {
        state.loop.post(() ->
                hashed(id, epoch).ifPresent(completing -> completing.attempt().ranges(ranges)));
    }

    @Override
    public void onHashFailed(FileId id, Epoch epoch, MoverException reason) {
        state.loop.post(() -> {
            FileProgress file = state.current(id, epoch);
            if (file == null || state.isStopping()) return;
            boolean isAtHasher = file.stage() == FileStage.COMPLETING || file.stage() == FileStage.ACTIVE;
            if (isAtHasher || isResumed(file)) failures.get().ofDestination(file, reason);
        });
    }

    /** True when writer and hasher have what survived and nothing more was requested yet; both may fail meanwhile, and report it once. */
    private static boolean isResumed(FileProgress file) {
        return file.stage() == FileStage.PLANNED && file.attempt().hasTemporaryFile();
    }

    private Optional<FileProgress> hashed(FileId id, Epoch epoch) {
        return Optional.ofNullable(state.current(id, epoch))
                .filter(file -> !state.isStopping())
                .filter(file -> file.stage() == FileStage.COMPLETING || file.stage() == FileStage.ACTIVE);
    }
}
