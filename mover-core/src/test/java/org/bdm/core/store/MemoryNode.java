package org.bdm.core.store;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is under a name of a {@link MemoryStore}: as it is now, and as a power cut would leave it. Guarded by the store. */
abstract sealed class MemoryNode {
    final long inode;
    Instant modified;
    Instant changed;
    int mode;

    MemoryNode(long inode, Instant now, int mode) {
        this.inode = inode;
        this.modified = now;
        this.changed = now;
        this.mode = mode;
    }

    abstract FileKind kind();

    abstract void losePower();

    long size() {
        return 0;
    }

    byte @Nullable [] target() {
        return null;
    }

    FileStatus status() {
        return new FileStatus(kind(), new FileVersion(size(), modified, changed, inode), mode, target());
    }

    static final class File extends MemoryNode {
        final MemoryBytes bytes = new MemoryBytes();
        private MemoryBytes durable = new MemoryBytes();
        private Instant durableModified;
        private int durableMode;
        boolean broken;

        File(long inode, Instant now) {
            super(inode, now, 0600);
            durableModified = now;
            durableMode = 0600;
        }

        @Override
        FileKind kind() {
            return FileKind.FILE;
        }

        @Override
        long size() {
            return bytes.size();
        }

        /** What the device would give. */
        MemoryBytes onDevice() {
            return durable;
        }

        void force() {
            bytes.copyChangesTo(durable);
            durableModified = modified;
            durableMode = mode;
        }

        @Override
        void losePower() {
            bytes.become(durable);
            modified = durableModified;
            mode = durableMode;
        }
    }

    static final class Directory extends MemoryNode {
        TreeMap<FileName, MemoryNode> entries = new TreeMap<>();
        private Map<FileName, MemoryNode> durableEntries = Map.of();
        private Instant durableModified;
        private int durableMode;

        /** Whether it was forced since the process began and since a directory was made in it. */
        boolean knownSafe;

        Directory(long inode, Instant now, int mode) {
            super(inode, now, mode);
            durableModified = now;
            durableMode = mode;
        }

        @Override
        FileKind kind() {
            return FileKind.DIRECTORY;
        }

        void force() {
            durableEntries = Map.copyOf(entries);
            durableModified = modified;
            durableMode = mode;
        }

        @Override
        void losePower() {
            entries = new TreeMap<>(durableEntries);
            modified = durableModified;
            mode = durableMode;
            knownSafe = false;
            for (MemoryNode node : entries.values()) node.losePower();
        }

        void forgetWhatIsSafe() {
            knownSafe = false;
            for (MemoryNode node : entries.values()) {
                if (node instanceof Directory below) below.forgetWhatIsSafe();
            }
        }
    }

    static final class Link extends MemoryNode {
        private final byte[] target;

        Link(long inode, Instant now, byte[] target) {
            super(inode, now, 0777);
            this.target = target.clone();
        }

        @Override
        FileKind kind() {
            return FileKind.SYMBOLIC_LINK;
        }

        @Override
        long size() {
            return target.length;
        }

        @Override
        byte[] target() {
            return target.clone();
        }

        @Override
        void losePower() {} // a link is its directory's
    }
}
