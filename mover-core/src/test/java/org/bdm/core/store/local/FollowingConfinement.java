package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;

/** A guard that is broken on purpose: it follows symbolic links on the way. Shows that the attacks of the tests are attacks. */
final class FollowingConfinement implements Confinement {
    private final String directory;

    FollowingConfinement(ExportRoot export) {
        directory = export.directory().toString();
    }

    @Override
    public int open(int root, byte[] path, int flags) {
        String way = directory + "/" + new String(path, StandardCharsets.US_ASCII);
        int cut = way.lastIndexOf('/');
        if ((flags & Posix.DIRECTORY) != 0 && (flags & Posix.PATH_ONLY) != 0) return Posix.openTrusted(bytes(way));
        int parent = Posix.openTrusted(bytes(way.substring(0, cut)));
        if (parent < 0) return parent;
        try {
            return Posix.openEntry(parent, bytes(way.substring(cut + 1)), flags, 0);
        } finally {
            Posix.closeDescriptor(parent);
        }
    }

    @Override
    public boolean guardsWrites() {
        return true;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
