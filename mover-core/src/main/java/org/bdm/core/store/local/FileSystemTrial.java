package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.FileSystemTraits.Placing;
import org.jspecify.annotations.Nullable;

/**
 * Tries out the file system of an own directory with one empty file, about fifteen calls: how it can be placed, and what of its attributes is
 * there afterwards. Nothing stays behind. Any thread that may block.
 */
final class FileSystemTrial {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 8;
    private static final int MODE = 0640;
    private static final int OTHERS_MAY_WRITE = 022;
    private static final long RESERVED_BYTES = 64 << 10;

    /** An odd second with all digits of its fraction: whatever is cut off shows. */
    private static final Instant TIME = Instant.ofEpochSecond(1_234_567_891L, 987_654_321);

    private static final Duration CUT_TO_MAX = Duration.ofSeconds(2);

    private final TrialCalls calls;
    private final int directory;
    private final byte[] name;
    private final byte[] newName;

    private FileSystemTrial(TrialCalls calls, int directory) {
        this.calls = calls;
        this.directory = directory;
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        String unique = "trial-" + HexFormat.of().formatHex(id);
        this.name = unique.getBytes(StandardCharsets.US_ASCII);
        this.newName = (unique + "-placed").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Tries it out.
     *
     * @param directory open, for nobody but us
     * @param directoryMode permission bits that the directory has
     * @throws MoverException why no file can be made there
     */
    static FileSystemTraits of(TrialCalls calls, int directory, int directoryMode, String where) {
        FileSystemTrial trial = new FileSystemTrial(calls, directory);
        int file = calls.create(directory, trial.name);
        if (file < 0) throw Errno.writing(file, "creation", where);
        try {
            return trial.run(file, directoryMode);
        } finally {
            calls.close(file);
            calls.unlink(directory, trial.name);
            calls.unlink(directory, trial.newName);
        }
    }

    private FileSystemTraits run(int file, int directoryMode) {
        boolean reserves = reserves(file);
        boolean hasMode = calls.mode(file, MODE) >= 0;
        boolean hasTime = calls.modified(file, TIME) >= 0;
        TrialCalls.Seen before = calls.seenOpen(file);
        Placing placing = place();
        TrialCalls.Seen placed = calls.seen(directory, placing == Placing.NONE ? name : newName);
        TrialCalls.Seen after = placed == null ? before : placed;
        return new FileSystemTraits(
                placing,
                hasStableInodes(file, before, placed, placing),
                hasTime && after != null ? granularity(after.modified()) : FileSystemTraits.TIMES_LOST,
                hasMode && after != null && (after.mode() & 0777) == MODE,
                (directoryMode & OTHERS_MAY_WRITE) == 0,
                reserves);
    }

    /** Reserved space must be given back where the source turns out to have a hole. */
    private boolean reserves(int file) {
        return !calls.copiesOnWrite(file)
                && calls.reserve(file, RESERVED_BYTES) >= 0
                && calls.punchHole(file, RESERVED_BYTES) >= 0;
    }

    private Placing place() {
        if (calls.renameNew(directory, name, newName) >= 0) return Placing.RENAME;
        if (calls.link(directory, name, newName) < 0) return Placing.NONE;
        return calls.unlink(directory, name) < 0 ? Placing.NONE : Placing.LINK;
    }

    /** A process that numbers files itself gives another number with another name, or does not know the number when it lists them. */
    private boolean hasStableInodes(
            int file, TrialCalls.@Nullable Seen before, TrialCalls.@Nullable Seen placed, Placing placing) {
        if (before == null || placed == null || before.inode() != placed.inode()) return false;
        if (!calls.isInUserSpace(file)) return true;
        return calls.listedInode(directory, placing == Placing.NONE ? name : newName) == placed.inode();
    }

    /** The granularity to which the time was cut or rounded; lost if it is another one. */
    private static long granularity(Instant kept) {
        Duration apart = Duration.between(kept, TIME).abs();
        if (apart.isZero()) return 1;
        if (apart.compareTo(CUT_TO_MAX) > 0) return FileSystemTraits.TIMES_LOST;
        if (kept.getNano() == 0) return kept.getEpochSecond() % 2 == 0 ? 2_000_000_000L : 1_000_000_000L;
        long unit = 1;
        while (kept.getNano() % (unit * 10) == 0) unit *= 10;
        return unit;
    }
}
