package org.bdm.core.transfer;

import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;

/**
 * One file, directory or symbolic link that a transfer brings.
 *
 * @param file its number in the job
 * @param source path below the source export
 * @param destination path below the destination export
 * @param listed status at the source as it was listed
 * @param expected digest given with the job or published, if any
 * @param earlier what is known of it from runs that ended
 */
public record FileEntry(
        FileId file,
        StorePath source,
        StorePath destination,
        FileStatus listed,
        Optional<Checksum> expected,
        EarlierRuns earlier) {}
