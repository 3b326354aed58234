package org.bdm.core.finish;

import org.bdm.core.checksum.Evidence;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * A file that is to become a second name of one that is held.
 *
 * @param epoch names the temporary file, as for one whose bytes came
 * @param journal of its chunk
 * @param held where the one that is held is, below the export
 * @param verified what that one was when it was verified; the ctime moves with each name and is not compared, the bytes are read instead
 * @param evidence what was verified then
 * @param destination final path below the export
 */
public record FileToLink(
        FileId file,
        Epoch epoch,
        TransferJournal journal,
        StorePath held,
        FileVersion verified,
        Evidence evidence,
        StorePath destination) {}
