package org.bdm.core.finish;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;

/**
 * Decides whether the file under a final name is the one that was placed, by what its file system keeps: inode number and size; size and
 * time where numbers are not stable; or else its bytes. Any thread that may block.
 */
record PlacedProof(WritableStore store, WorkArea area) {
    private static final int PIECE_BYTES = 1 << 20;

    /** Right after placing, in a directory where nothing else was of this name. */
    boolean isOurs(JournalRecord.Placing placing, StorePath destination, Optional<FileStatus> there) {
        if (there.isEmpty() || !hasSize(placing, there.get())) return false;
        if (there.get().version().inode() == placing.inode()) return true;
        FileSystemTraits traits = traits(destination);
        if (traits.stableInodes()) return false;
        boolean isTimeProof = traits.keepsTimes() && there.get().version().keepsTime(placing.modified());
        return isTimeProof || hasBytes(placing, destination);
    }

    /** True when the final name has what an earlier run was about to place, unchanged as far as size and time tell. */
    boolean isPlaced(JournalRecord.Placing placing, StorePath destination) {
        Optional<FileStatus> there = store.status(destination);
        if (there.isEmpty() || !hasSize(placing, there.get())) return false;
        boolean hasTime = there.get().version().keepsTime(placing.modified());
        if (there.get().version().inode() == placing.inode() && hasTime) return true;
        FileSystemTraits traits = traits(destination);
        if (traits.stableInodes() && there.get().version().inode() != placing.inode()) return false;
        // Nobody has watched it since: only its bytes tell.
        return (hasTime || !traits.keepsTimes()) && hasBytes(placing, destination);
    }

    /** True where an inode number that is another one proves that the file is another one. */
    boolean hasStableInodes(StorePath destination) {
        return traits(destination).stableInodes();
    }

    private FileSystemTraits traits(StorePath destination) {
        return area.abilitiesAt(destination).traits();
    }

    private static boolean hasSize(JournalRecord.Placing placing, FileStatus there) {
        return there.kind() == FileKind.FILE && there.version().size() == placing.size();
    }

    private boolean hasBytes(JournalRecord.Placing placing, StorePath destination) {
        Checksum expected = placing.evidence().digest();
        RunningDigest digest = RunningDigest.of(expected.algorithm());
        ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(PIECE_BYTES, Math.max(1, placing.size())));
        try (ReadableFile file = store.open(destination)) {
            for (long offset = 0; offset < placing.size(); offset += piece.limit()) {
                int count = file.read(offset, piece.clear());
                if (count <= 0) return false;
                digest.update(piece.flip());
            }
        } catch (MoverException gone) {
            return false;
        }
        return digest.finish().equals(expected);
    }
}
