package org.bdm.core.writer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.WritableFile;
import org.bdm.core.writer.PackToWrite.PackPiece;
import org.jspecify.annotations.Nullable;

/** Writes the pieces of packs, each to its own temporary file. Has no state: any number of threads. */
final class PackLane {
    private final WriterContext context;

    PackLane(WriterContext context) {
        this.context = context;
    }

    void onPack(PackToWrite pack) {
        try {
            if (!context.discipline().check().isIntact(pack.loan().payload(0, pack.length()), pack.crc32c())) {
                context.listener().onPackRefused(pack);
                return;
            }
            List<WrittenFile> recorded = recorded(writePieces(pack));
            if (!recorded.isEmpty()) context.listener().onPieces(recorded);
        } finally {
            pack.loan().release();
        }
    }

    private List<WrittenPiece> writePieces(PackToWrite pack) {
        List<WrittenPiece> written = new ArrayList<>(pack.pieces().size());
        int offset = pack.dataOffset();
        @Nullable RunningDigest digest = null;
        for (PackPiece piece : pack.pieces()) {
            if (digest == null || digest.algorithm() != piece.algorithm()) digest = RunningDigest.of(piece.algorithm());
            ByteBuffer bytes = pack.loan().payload(offset, piece.length());
            offset += piece.length();
            try {
                written.add(new WrittenPiece(piece, writePiece(piece, bytes, digest)));
            } catch (RuntimeException | Error e) {
                fail(piece, e);
            }
        }
        return written;
    }

    /** @param digest of the piece's algorithm; what it was fed before does not count */
    private WrittenFile writePiece(PackPiece piece, ByteBuffer bytes, RunningDigest digest) {
        WritableFile temporary =
                context.area().create(piece.journal().temporaryName(piece.file(), piece.epoch()), piece.destination());
        try {
            digest.restart();
            digest.update(bytes.duplicate());
            Checksum computed = digest.finish();
            Optional<Checksum> also = piece.also().map(algorithm -> digestOf(bytes, algorithm));
            if (bytes.hasRemaining()) temporary.write(0, bytes);
            return new WrittenFile(piece.file(), piece.epoch(), temporary, Optional.of(computed), also);
        } catch (RuntimeException | Error e) {
            context.dispose(temporary);
            throw e;
        }
    }

    private static Checksum digestOf(ByteBuffer bytes, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(bytes.duplicate());
        return digest.finish();
    }

    /** Records all pieces of one journal in one write; pieces that cannot be recorded fail. */
    private List<WrittenFile> recorded(List<WrittenPiece> written) {
        Map<TransferJournal, List<WrittenPiece>> byJournal = new IdentityHashMap<>();
        for (WrittenPiece piece : written) {
            byJournal
                    .computeIfAbsent(piece.asked.journal(), journal -> new ArrayList<>())
                    .add(piece);
        }
        List<WrittenFile> recorded = new ArrayList<>(written.size());
        byJournal.forEach((journal, pieces) -> {
            try {
                journal.append(pieces.stream().map(WrittenPiece::record).toList());
                for (WrittenPiece piece : pieces) recorded.add(piece.file);
            } catch (RuntimeException | Error e) {
                for (WrittenPiece piece : pieces) {
                    context.dispose(piece.file.temporary());
                    fail(piece.asked, e);
                }
            }
        });
        return recorded;
    }

    private void fail(PackPiece piece, Throwable e) {
        MoverException reason =
                e instanceof MoverException known ? known : OpenFile.defect("writing " + piece.file(), e);
        context.listener().onFailed(piece.file(), piece.epoch(), reason);
    }

    private record WrittenPiece(PackPiece asked, WrittenFile file) {
        JournalRecord record() {
            return new JournalRecord.PieceReceived(
                    asked.file(),
                    asked.epoch(),
                    WritableFile.of(file.temporary()).inode(),
                    asked.length());
        }
    }
}
