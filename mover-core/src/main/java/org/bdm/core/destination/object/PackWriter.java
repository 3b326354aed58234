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
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.PackToWrite.PackPiece;
import org.bdm.core.writer.WrittenFile;

/**
 * Takes small files out of packs. Each is put from the block that its pack came in, which is held until the last of them has ended: so many are on
 * their way as the cache has blocks for. On one thread of its own.
 */
final class PackWriter implements AutoCloseable {
    private final ObjectParts at;
    private final DurabilityListener listener;
    private final ExecutorService thread = DiskThreads.named("object-pack", 1);

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
                written(piece, pack, offset).ifPresent(written::add);
                offset += piece.length();
            }
            listener.onPieces(written);
        } finally {
            pack.loan().release();
        }
    }

    private Optional<WrittenFile> written(PackPiece piece, PackToWrite pack, int offset) {
        try {
            ByteBuffer bytes = pack.loan().payload(offset, piece.length());
            String unused = at.place()
                    .keys()
                    .apply(piece.destination()); // a name that cannot be a key fails before anything is sent
            Checksum digest = digest(piece.algorithm(), bytes);
            Optional<Checksum> also = piece.also().map(second -> digest(second, bytes));
            piece.journal().append(new JournalRecord.PieceReceived(piece.file(), piece.epoch(), 0, piece.length()));
            String name = piece.journal().temporaryName(piece.file(), piece.epoch());
            PackedBytes body = new PackedBytes(pack.loan(), offset, piece.length());
            IncomingObject whole = new IncomingObject(name, piece.length(), body);
            return Optional.of(new WrittenFile(piece.file(), piece.epoch(), whole, Optional.of(digest), also));
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

    /** Does what is queued. */
    @Override
    public void close() {
        DiskThreads.close(thread);
    }
}
