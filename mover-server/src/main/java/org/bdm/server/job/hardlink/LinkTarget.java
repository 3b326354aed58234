package org.bdm.server.job.hardlink;

import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.HeldFile;

/** A file at the destination that another name of the same file becomes a hard link of. */
public record LinkTarget(ExportName export, HeldFile file) {
    /** The SHA-256 of its bytes, if that is its digest. */
    public Optional<Checksum> sha256() {
        Checksum digest = file.evidence().digest();
        return digest.algorithm() == ChecksumAlgorithm.SHA256 ? Optional.of(digest) : Optional.empty();
    }
}
