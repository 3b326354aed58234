package org.bdm.server.doctor;

import java.io.IOException;
import org.bdm.core.host.FileSystemRoom;

/** Looks at the free space of a directory. The home needs some for the catalog; an export that is only read needs none. */
record FreeSpaceCheck(ExaminedDirectory directory) implements HostCheck {
    private static final long HOME_NEEDS = 1L << 30;
    private static final int LITTLE_PERCENT = 10;
    private static final int TOO_LITTLE_PERCENT = 2;

    @Override
    public String id() {
        return "free-space";
    }

    @Override
    public String subject() {
        return directory.subject();
    }

    @Override
    public HostFinding look() throws IOException {
        FileSystemRoom room = directory.readRoom();
        if (room.bytes() <= 0) return HostFinding.unknown(directory.path() + " does not show its size");
        String found = Units.bytes(room.freeBytes()) + " of " + Units.bytes(room.bytes()) + " free ("
                + Units.share(room.freeBytes(), room.bytes()) + ") at " + directory.path();
        if (!directory.isWritten()) return HostFinding.ok(found + "; it is only read");
        boolean isShort = directory.isHome()
                ? room.freeBytes() < HOME_NEEDS
                : isBelow(room.freeBytes(), room.bytes(), TOO_LITTLE_PERCENT);
        String change = directory.isHome()
                ? "Make room below the home: du -xh --max-depth=2 " + directory.path() + " shows what takes it."
                : "Add space, or remove superseded files: bdm-client purge --plan shows them.";
        if (isShort) return HostFinding.problem(found, change);
        return isBelow(room.freeBytes(), room.bytes(), LITTLE_PERCENT)
                ? HostFinding.advice(found, change)
                : HostFinding.ok(found);
    }

    static boolean isBelow(long free, long all, int percent) {
        return free < all / 100 * percent;
    }
}
