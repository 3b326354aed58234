package org.bdm.core.store;

import org.jspecify.annotations.Nullable;

/**
 * Status of an entry, as lstat reports it.
 *
 * @param kind what it is
 * @param version size, times, inode
 * @param mode permission bits, at most 07777
 * @param linkTarget target of a symbolic link as stored, 1 to 4,096 bytes; null for all else
 * @param identity of a file with other names, and of the root of a mounted file system; null for all else, and where nobody tells
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of a link target, copied by who keeps them
public record FileStatus(
        FileKind kind,
        FileVersion version,
        int mode,
        byte @Nullable [] linkTarget,
        @Nullable EntryIdentity identity) {
    /** Of an entry that is nothing else, or of which nobody tells. */
    public FileStatus(FileKind kind, FileVersion version, int mode, byte @Nullable [] linkTarget) {
        this(kind, version, mode, linkTarget, null);
    }

    /** The same, for who does not know identities. */
    public FileStatus withoutIdentity() {
        return identity == null ? this : new FileStatus(kind, version, mode, linkTarget);
    }
}
