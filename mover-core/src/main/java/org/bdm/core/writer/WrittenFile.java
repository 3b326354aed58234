package org.bdm.core.writer;

import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;

/**
 * A temporary file with all its bytes, not forced yet. Who receives it owns the open file, and must finish or close it.
 *
 * @param temporary open, of exact size
 * @param digest computed while writing, for pieces of packs; empty for files of blocks, whose digests the hasher knows
 * @param also as {@code digest}, of the second algorithm of a piece, if one was wanted
 */
public record WrittenFile(
        FileId file, Epoch epoch, IncomingFile temporary, Optional<Checksum> digest, Optional<Checksum> also) {}
