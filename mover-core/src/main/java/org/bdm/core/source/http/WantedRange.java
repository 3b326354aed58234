package org.bdm.core.source.http;

import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.question.Trust;

/**
 * The file and range of one request.
 *
 * @param range that is asked for; empty for a file without bytes
 * @param parts of it, those that are wanted, ascending; more of a whole can be wanted later
 */
record WantedRange(FileId file, Epoch epoch, Trust trust, Optional<ByteRange> range, List<ByteRange> parts) {
    /** Copies the list. */
    WantedRange {
        parts = List.copyOf(parts);
    }
}
