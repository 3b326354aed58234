package org.bdm.server.job.estimate;

import org.bdm.core.block.ByteTotal;
import org.bdm.server.catalog.history.SizedWork;

/**
 * The work of a job on one link, as the numbers that its time depends on.
 *
 * @param moved files to transfer
 * @param filesListed files to list, those that are there already included
 * @param bytesChecked bytes to read again, or to compare with what is at the destination
 */
public record LinkWork(SizedWork moved, long filesListed, long bytesChecked) {
    /** Nothing to do. */
    public static final LinkWork NONE = new LinkWork(SizedWork.NONE, 0, 0);

    /** Both together. */
    public LinkWork plus(LinkWork other) {
        return new LinkWork(
                moved.plus(other.moved),
                filesListed + other.filesListed,
                ByteTotal.plus(bytesChecked, other.bytesChecked));
    }
}
