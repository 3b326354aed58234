package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.PackToWrite.PackPiece;
import org.bdm.core.writer.WrittenFile;

/** Takes small files out of packs and keeps each in memory until it is put. On one thread of its own, which waits for that memory. */
final class PackWriter implements AutoCloseable {
    private final ObjectParts at;
    private final DurabilityListener listener;
    private final ExecutorService thread = DiskThreads.named("object-pack", 1);
    private volatile boolean isStopping;

    PackWriter(ObjectParts at, DurabilityListener listener) {
        this.at = at;
        this.listener = listener;
    }

    void write(PackToWrite pack) {
        try {
            thread.execute(() -> onPack(pack));
        } catch (RejectedExecutionException closed) {
            pack.loan().release();
        }
    }

    private void onPack(PackToWrite pack) {
        try {
            if (RunningDigest.crc32c(pack.loan().payload(0, pack.length())) != pack.crc32c()) {
                listener.onPackRefused(pack);
                return;
            }
            List<WrittenFile> written = new ArrayList<>();
            int offset = pack.dataOffset();
            for (PackPiece piece : pack.pieces()) {
                written(piece, pack.loan().payload(offset, piece.length())).ifPresent(written::add);
                offset += piece.length();
            }
            listener.onPieces(written);
        } finally {
            pack.loan().release();
        }
    }

    private Optional<WrittenFile> written(PackPiece piece, ByteBuffer bytes) {
        try {
            String unused = at.place()
                    .keys()
                    .apply(piece.destination()); // a name that cannot be a key fails before anything is sent
            Checksum digest = digest(piece.algorithm(), bytes);
            Optional<Checksum> also = piece.also().map(second -> digest(second, bytes));
            PartBuffer body = at.memory().take(piece.length(), () -> isStopping);
            body.put(bytes);
            body.seal();
            piece.journal().append(new JournalRecord.PieceReceived(piece.file(), piece.epoch(), 0, piece.length()));
            String name = piece.journal().temporaryName(piece.file(), piece.epoch());
            IncomingObject whole = new IncomingObject(name, piece.length(), body);
            return Optional.of(new WrittenFile(piece.file(), piece.epoch(), whole, Optional.of(digest), also));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            MoverException stopping = new MoverException(ErrorCode.STOPPING, "the writer was interrupted", e);
            listener.onFailed(piece.file(), piece.epoch(), stopping);
        } catch (MoverException e) {
            listener.onFailed(piece.file(), piece.epoch(), e);
        }
        return Optional.empty();
    }

    private static Checksum digest(ChecksumAlgorithm algorithm, ByteBuffer bytes) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(bytes.duplicate());
        return digest.finish();
    }

    /** Does what is queued, but does not wait for memory: who holds it may be closed only afterwards. */
    @Override
    public void close() {
        isStopping = true;
        at.memory().wake();
        DiskThreads.close(thread);
    }
}
