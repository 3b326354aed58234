package org.bdm.core.writer;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;

/**
 * A file that takes blocks now.
 *
 * @param epoch as asked for; one more than the history's if nothing could be resumed
 * @param temporary for the hasher to read from; the writer owns it until it is completed or discarded
 * @param surviving bytes that need not be sent again, ascending; empty for a new file
 * @param damaged bytes that a mark had called durable and that did not match when read back, ascending
 */
public record OpenedFile(
        FileId file, Epoch epoch, IncomingFile temporary, List<ByteRange> surviving, List<ByteRange> damaged) {
    /** Copies the lists. */
    public OpenedFile {
        surviving = List.copyOf(surviving);
        damaged = List.copyOf(damaged);
    }
}
