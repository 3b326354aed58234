package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.NumberedItem;
import org.jspecify.annotations.Nullable;

/**
 * One file of a job, as the catalog knows it.
 *
 * @param item the item it belongs to; gives the roots at source and destination
 * @param directory below the roots of the item
 * @param name in that directory; null if the item itself is the file
 * @param status as the source showed it when it was listed
 * @param state a stored state, or CANCELLED because the job ended
 * @param effort what it cost so far
 * @param evidence of a DONE file
 * @param trouble of a WAITING or FAILED file
 * @param since when it became final or began to wait, to the millisecond; null if it is neither
 * @param expected digests that were given with the job
 */
public record FileRow(
        FileId id,
        NumberedItem item,
        StorePath directory,
        @Nullable FileName name,
        FileStatus status,
        FileState state,
        FileEffort effort,
        @Nullable Evidence evidence,
        @Nullable FileTrouble trouble,
        @Nullable Instant since,
        List<Checksum> expected) {
    /** Copies the list. */
    public FileRow {
        expected = List.copyOf(expected);
    }

    /** Returns the expected digest that the bytes are compared with. */
    public Optional<Checksum> deciding() {
        return Checksum.deciding(expected);
    }

    /** The job it belongs to. */
    public JobId job() {
        return FileNumber.job(id);
    }

    /** Returns its path below the roots of its item; the root itself if the item is the file. */
    public StorePath path() {
        return name == null ? directory : directory.child(name);
    }
}
