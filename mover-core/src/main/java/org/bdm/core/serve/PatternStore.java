package org.bdm.core.serve;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * One file that is on no disk, for measurements of a path: {@value #BYTES} bytes of a pattern that does not compress. Any thread; nothing
 * blocks.
 */
public final class PatternStore implements Store {
    /** Size of the file. */
    public static final long BYTES = 1L << 44;

    /** Path of the file. */
    public static final StorePath FILE = StorePath.ofUtf8("pattern");

    /** The version of the file, here and at every other site. */
    public static final FileVersion VERSION = new FileVersion(BYTES, Instant.EPOCH, Instant.EPOCH, 1);

    private static final int PATTERN_BYTES = 1 << 20;
    private static final long SEED = 42;
    private static final FileStatus STATUS = new FileStatus(FileKind.FILE, VERSION, 0444, null);

    private final ByteBuffer pattern = pattern();

    private static ByteBuffer pattern() {
        ByteBuffer filled = ByteBuffer.allocateDirect(PATTERN_BYTES);
        SplittableRandom random = new SplittableRandom(SEED);
        while (filled.hasRemaining()) filled.putLong(random.nextLong());
        return filled.flip().asReadOnlyBuffer();
    }

    @Override
    public StoreAbilities abilities() {
        return new StoreAbilities(false, true, false);
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        return path.equals(FILE) ? Optional.of(STATUS) : Optional.empty();
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        throw new MoverException(ErrorCode.NOT_ALLOWED, "a measurement has no directories");
    }

    @Override
    public ReadableFile open(StorePath file) {
        if (!file.equals(FILE)) throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, "a measurement has no " + file);
        return new Pattern();
    }

    @Override
    public long freeBytes() {
        return 0;
    }

    private final class Pattern implements ReadableFile {
        @Override
        public FileStatus status() {
            return STATUS;
        }

        @Override
        public int read(long offset, ByteBuffer target) {
            int wanted = (int) Math.min(target.remaining(), BYTES - offset);
            int left = wanted;
            long at = offset;
            while (left > 0) {
                int from = (int) (at % PATTERN_BYTES);
                int length = Math.min(left, PATTERN_BYTES - from);
                target.put(pattern.slice(from, length));
                at += length;
                left -= length;
            }
            return wanted;
        }

        @Override
        public long holeEnd(long offset) {
            return offset;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
