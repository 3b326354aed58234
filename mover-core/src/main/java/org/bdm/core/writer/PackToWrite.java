package org.bdm.core.writer;

import java.util.List;
import java.util.Optional;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StorePath;

/**
 * Whole small files in one loan.
 *
 * @param loan holds the bytes; the reference passes with the pack
 * @param crc32c that {@code [0, length)} of the payload area must have
 * @param length bytes of the payload, the index in front included
 * @param dataOffset where the bytes of the first piece begin; the others follow without gaps
 * @param pieces in the order of their bytes; those with an error have been taken out, as they have no bytes
 */
public record PackToWrite(Loan loan, int crc32c, int length, int dataOffset, List<PackPiece> pieces) {
    /** Copies the list and refuses pieces that reach beyond the payload. */
    public PackToWrite {
        pieces = List.copyOf(pieces);
        long end = dataOffset;
        for (PackPiece piece : pieces) end += piece.length();
        if (dataOffset < 0 || length > loan.payloadCapacity() || end > length) {
            throw new IllegalArgumentException("pieces end at " + end + " in a payload of " + length + " bytes");
        }
    }

    /**
     * A whole file in a pack.
     *
     * @param length 0 or more
     * @param algorithm of the digest that the file is judged by
     * @param also another one that is of use later; not that of {@code algorithm}
     * @param destination where it will be placed
     * @param journal of its chunk
     */
    public record PackPiece(
            FileId file,
            Epoch epoch,
            int length,
            ChecksumAlgorithm algorithm,
            Optional<ChecksumAlgorithm> also,
            StorePath destination,
            TransferJournal journal) {
        /** Refuses a negative length. */
        public PackPiece {
            if (length < 0) throw new IllegalArgumentException("length is negative: " + length);
        }
    }
}
