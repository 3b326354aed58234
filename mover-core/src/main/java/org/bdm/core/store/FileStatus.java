package org.bdm.core.store;

import org.jspecify.annotations.Nullable;

/**
 * Status of an entry, as lstat reports it.
 *
 * @param kind what it is
 * @param version size, times, inode
 * @param mode permission bits, at most 07777
 * @param linkTarget target of a symbolic link as stored, 1 to 4,096 bytes; null for all else
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of a link target, copied by who keeps them
public record FileStatus(FileKind kind, FileVersion version, int mode, byte @Nullable [] linkTarget) {}
