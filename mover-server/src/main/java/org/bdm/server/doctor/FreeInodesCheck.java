package org.bdm.server.doctor;

import java.io.IOException;
import org.bdm.core.host.FileSystemRoom;

/** Looks at the free inodes of a directory: without any no file can be made, whatever the space. */
record FreeInodesCheck(ExaminedDirectory directory) implements HostCheck {
    private static final int LITTLE_PERCENT = 10;
    private static final int TOO_LITTLE_PERCENT = 1;

    @Override
    public String id() {
        return "free-inodes";
    }

    @Override
    public String subject() {
        return directory.subject();
    }

    @Override
    public HostFinding look() throws IOException {
        FileSystemRoom room = directory.readRoom();
        if (room.inodes() <= 0) return HostFinding.ok("this file system has no limit of inodes");
        String found = Units.count(room.freeInodes()) + " of " + Units.count(room.inodes()) + " inodes free ("
                + Units.share(room.freeInodes(), room.inodes()) + ")";
        if (!directory.isWritten()) return HostFinding.ok(found + "; it is only read");
        String change = "Remove small files that nobody needs, or ask for more inodes: df -i " + directory.path() + ".";
        if (FreeSpaceCheck.isBelow(room.freeInodes(), room.inodes(), TOO_LITTLE_PERCENT))
            return HostFinding.problem(found, change);
        return FreeSpaceCheck.isBelow(room.freeInodes(), room.inodes(), LITTLE_PERCENT)
                ? HostFinding.advice(found, change)
                : HostFinding.ok(found);
    }
}
