package org.bdm.server.doctor;

import java.io.IOException;
import java.util.Set;

/** Looks whether the kind of file system suits what is kept there. */
record FileSystemTypeCheck(ExaminedDirectory directory) implements HostCheck {
    private static final Set<String> LOST_AT_RESTART = Set.of("tmpfs", "ramfs");
    private static final Set<String> OF_A_CONTAINER = Set.of("overlay", "overlayfs", "aufs");
    private static final Set<String> WITHOUT_LINKS_OR_MODES =
            Set.of("vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk");

    @Override
    public String id() {
        return "file-system";
    }

    @Override
    public String subject() {
        return directory.subject();
    }

    @Override
    public HostFinding look() throws IOException {
        String type = directory.readRoom().type();
        String found = type + " at " + directory.path();
        if (LOST_AT_RESTART.contains(type)) {
            return HostFinding.advice(
                    found + ": its files are lost at a restart of the machine",
                    "Use a directory on a disk for anything but tests.");
        }
        if (OF_A_CONTAINER.contains(type)) {
            String change = "Mount a volume there: docker run -v VOLUME:" + directory.path()
                    + ", or a persistent volume claim.";
            String lost = found + ": it belongs to the container and is lost with it";
            return directory.isWritten() ? HostFinding.problem(lost, change) : HostFinding.advice(lost, change);
        }
        if (WITHOUT_LINKS_OR_MODES.contains(type)) {
            String change = "Use XFS or ext4, or a parallel file system.";
            String lacking = found + ": it may lack links and permissions";
            boolean isUntried = directory.isWritten() && directory.writing() == null;
            return isUntried ? HostFinding.problem(lacking, change) : HostFinding.advice(lacking, change);
        }
        if (directory.isHome() && isOnNetwork(type)) {
            return HostFinding.advice(
                    found + ": a catalog file on a network file system is slow to commit and depends on its locks",
                    "Put the home on a local disk, or the catalog in PostgreSQL (--catalog jdbc:postgresql:..).");
        }
        return HostFinding.ok(found);
    }

    private static boolean isOnNetwork(String type) {
        return type.startsWith("nfs") || type.equals("cifs") || type.equals("smb3") || type.startsWith("fuse.sshfs");
    }
}
