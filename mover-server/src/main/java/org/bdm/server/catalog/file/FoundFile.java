package org.bdm.server.catalog.file;

import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.transfer.FileState;
import org.jspecify.annotations.Nullable;

/**
 * A file that listing found, with what comparing decided.
 *
 * @param item number of the item it belongs to
 * @param directory number of its {@link ListedDirectory}, this batch's or an earlier one's; {@link #NO_DIRECTORY} if the item itself is the
 *     file
 * @param name in that directory; null exactly if there is no directory
 * @param status as the source shows it, with its identity if its other names matter; if that could not be read: kind FILE, size 0 and a trouble
 * @param state PENDING, SKIPPED_SAME or FAILED
 * @param trouble of a FAILED file; null otherwise
 * @param expected digests given with the job; at most 4
 */
public record FoundFile(
        int item,
        int directory,
        @Nullable FileName name,
        FileStatus status,
        FileState state,
        @Nullable FileTrouble trouble,
        List<Checksum> expected) {
    /** As this, to be looked at by a session if it is taken as the same. */
    public FoundFile looked() {
        if (state != FileState.SKIPPED_SAME) return this;
        return new FoundFile(item, directory, name, status, FileState.PENDING, null, expected);
    }

    /** The item itself is the file. */
    public static final int NO_DIRECTORY = -1;

    /** Copies the list and refuses what does not fit together. */
    public FoundFile {
        expected = List.copyOf(expected);
        if ((name == null) != (directory == NO_DIRECTORY)) {
            throw new IllegalArgumentException("a name needs a directory, and a directory a name");
        }
        boolean fits = switch (state) {
            case PENDING, SKIPPED_SAME -> trouble == null;
            case FAILED -> trouble != null && trouble.notBefore() == null;
            case ACTIVE, VERIFYING, WAITING, DONE, CANCELLED -> false;
        };
        if (!fits) throw new IllegalArgumentException("listing does not lead to " + state);
    }
}
