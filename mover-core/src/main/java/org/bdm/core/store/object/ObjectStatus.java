package org.bdm.core.store.object;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bdm.core.s3.ETag;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;

/**
 * The status of objects as files. A version is the size and the ETag, whose hash stands in the place of an inode. Listings, HEAD and GET must
 * agree on it, so nothing is in it that one of them does not tell: no metadata, no version id, and of Last-Modified the whole seconds. Those add
 * nothing to the proof, but a version has them as the time that a copy gets.
 */
final class ObjectStatus {
    private static final int MODE_OF_FILE = 0644;
    private static final int MODE_OF_DIRECTORY = 0755;

    /** A directory, of which a store tells nothing. */
    static final FileStatus DIRECTORY = new FileStatus(
            FileKind.DIRECTORY, new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0), MODE_OF_DIRECTORY, null);

    private ObjectStatus() {}

    /** A file. */
    static FileStatus of(ObjectHead head) {
        Instant modified = head.modified().truncatedTo(ChronoUnit.SECONDS);
        FileVersion version = new FileVersion(head.size(), modified, modified, ETag.identity(head.etag()));
        return new FileStatus(FileKind.FILE, version, MODE_OF_FILE, null);
    }
}
