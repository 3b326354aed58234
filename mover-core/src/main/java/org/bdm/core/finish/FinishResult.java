package org.bdm.core.finish;

import java.util.Optional;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;

/** Result of one call to a {@link FileFinisher}. */
public sealed interface FinishResult {
    /** The file, link or directory. */
    FileId file();

    /**
     * It is there under its final name, durably.
     *
     * @param evidence what was verified; empty for links and directories
     */
    record Placed(FileId file, Optional<Evidence> evidence) implements FinishResult {}

    /**
     * Nothing was placed.
     *
     * @param reason why; CHECKSUM_MISMATCH names both digests
     * @param temporaryKept whether the temporary file is still there and can be resumed; else it has been deleted
     */
    record Failed(FileId file, MoverException reason, boolean temporaryKept) implements FinishResult {}

    /**
     * Neither the final nor the temporary file is what the journal says, or it cannot be linked: resume it from its marks, or start anew.
     *
     * @param why of a file that the file system did not link
     */
    record NotRecovered(FileId file, Optional<String> why) implements FinishResult {
        /** Not what was expected. */
        public NotRecovered(FileId file) {
            this(file, Optional.empty());
        }
    }
}
