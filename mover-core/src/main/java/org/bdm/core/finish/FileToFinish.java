package org.bdm.core.finish;

import java.time.Instant;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.StorePath;

/**
 * A file whose bytes are all in its temporary file.
 *
 * @param temporary open, of exact size, not forced; in the work area under its {@link org.bdm.core.journal.TemporaryName}
 * @param journal of its chunk
 * @param destination final path below the export
 * @param attributes what the file gets
 * @param digest what was computed and what is expected
 */
public record FileToFinish(
        FileId file,
        Epoch epoch,
        IncomingFile temporary,
        TransferJournal journal,
        StorePath destination,
        Attributes attributes,
        Digest digest) {
    /**
     * Attributes of a placed file.
     *
     * @param modified mtime
     * @param mode permission bits
     */
    public record Attributes(Instant modified, int mode) {}

    /**
     * Digests of a file.
     *
     * @param computed at the destination, over all bytes
     * @param expected given with the job or published; of the same algorithm
     */
    public record Digest(Checksum computed, Optional<Checksum> expected) {
        /** Refuses digests that cannot be compared. */
        public Digest {
            if (expected.isPresent() && expected.get().algorithm() != computed.algorithm()) {
                throw new IllegalArgumentException("cannot compare " + computed + " with " + expected.get());
            }
        }
    }
}
