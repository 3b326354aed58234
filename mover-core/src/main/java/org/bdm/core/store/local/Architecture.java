package org.bdm.core.store.local;

import java.util.Optional;

/**
 * Differences between processors in Linux' interface: open flags and numbers of system calls. All else that {@link Posix} uses is the same
 * on every 64-bit Linux.
 */
enum Architecture {
    X86_64(0x1_0000, 0x2_0000, 0x4000, 332, 217, 316),
    AARCH64(0x4000, 0x8000, 0x1_0000, 291, 61, 276);

    final int openDirectory;
    final int openNoFollow;
    final int openDirect;
    final int statxCall;
    final int getdents64Call;
    final int renameat2Call;

    Architecture(int openDirectory, int openNoFollow, int openDirect, int statx, int getdents64, int renameat2) {
        this.openDirectory = openDirectory;
        this.openNoFollow = openNoFollow;
        this.openDirect = openDirect;
        this.statxCall = statx;
        this.getdents64Call = getdents64;
        this.renameat2Call = renameat2;
    }

    /** The one of this machine; empty if its numbers are not known here. */
    static Optional<Architecture> ofThisMachine() {
        if (!"Linux".equals(System.getProperty("os.name"))) return Optional.empty();
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }
}
