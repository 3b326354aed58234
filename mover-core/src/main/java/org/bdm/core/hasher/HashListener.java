package org.bdm.core.hasher;

import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/** Receives the digest of an arriving file. Calls come on hash threads; they post, and must neither block nor throw. */
public interface HashListener {
    /** The digest over all bytes; the hasher no longer reads the file. */
    void onDigest(FileId file, Epoch epoch, Checksum digest);

    /** As {@link #onDigest}, for a file of which two were wanted. */
    default void onDigests(FileId file, Epoch epoch, Checksum digest, Checksum also) {
        onDigest(file, epoch, digest);
    }

    /** Told before the digest, if range digests were wanted and could be computed. */
    default void onRanges(FileId file, Epoch epoch, RangeDigests ranges) {}

    /** It could not be read again; the hasher no longer reads the file. */
    void onHashFailed(FileId file, Epoch epoch, MoverException reason);
}
