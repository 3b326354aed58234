package org.bdm.core.serve;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
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
 * The files that a measurement of a path reads: {@link PatternStore#FILE}, which is on no disk, and {@link #DISK}, whose bytes are those of existing
 * files. Nothing is written. Any thread that may block.
 */
public final class BenchStore implements Store {
    /** Path of the file whose bytes come from disks. */
    public static final StorePath DISK = StorePath.ofUtf8("disk");

    /** A symbolic link whose target says in a sentence which files {@link #DISK} is made of. */
    public static final StorePath ABOUT = StorePath.ofUtf8("disk.about");

    /** Version of {@link #DISK}, here and at every other site: it is as long as is asked for. */
    public static final FileVersion DISK_VERSION = new FileVersion(PatternStore.BYTES, Instant.EPOCH, Instant.EPOCH, 2);

    private static final FileVersion ABOUT_VERSION = new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 3);
    private static final FileStatus DISK_STATUS = new FileStatus(FileKind.FILE, DISK_VERSION, 0444, null);

    private final PatternStore pattern = new PatternStore();
    private final Supplier<FileSample> search;
    private @Nullable FileSample sample; // guarded by this

    /**
     * Looks for files when the first of their bytes is asked for.
     *
     * @param search finds them; may block, and fail with SOURCE_NOT_FOUND
     */
    public BenchStore(Supplier<FileSample> search) {
        this.search = search;
    }

    private synchronized FileSample sample() {
        FileSample found = sample;
        if (found == null) {
            found = search.get();
            sample = found;
        }
        return found;
    }

    @Override
    public StoreAbilities abilities() {
        return pattern.abilities();
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        if (path.equals(ABOUT)) {
            byte[] about = sample().about().getBytes(StandardCharsets.UTF_8);
            return Optional.of(new FileStatus(FileKind.SYMBOLIC_LINK, ABOUT_VERSION, 0444, about));
        }
        return path.equals(DISK) ? Optional.of(DISK_STATUS) : pattern.status(path);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        throw new MoverException(ErrorCode.NOT_ALLOWED, "a measurement has no directories");
    }

    @Override
    public ReadableFile open(StorePath file) {
        return file.equals(DISK) ? new SampleFile(sample(), DISK_STATUS) : pattern.open(file);
    }

    @Override
    public long freeBytes() {
        return 0;
    }
}
