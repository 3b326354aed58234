package org.bdm.core.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;

/** Ranges of files of an export of this machine. Holds one buffer. */
final class StorePlace implements RangePlace {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Store store;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    StorePlace(Store store) {
        this.store = store;
    }

    @Override
    public Optional<FileVersion> version(StorePath path) {
        return store.status(path)
                .filter(status -> status.kind() == FileKind.FILE)
                .map(FileStatus::version);
    }

    @Override
    public void read(FileToRead file, ByteRange range, RangeConsumer consumer) throws IOException {
        try (ReadableFile open = store.open(file.path())) {
            check(file, open);
            for (long offset = range.offset(); offset < range.endExclusive(); ) {
                buffer.clear().limit((int) Math.min(BUFFER_BYTES, range.endExclusive() - offset));
                int read = open.read(offset, buffer);
                if (read <= 0) throw changed(file, "it ends at " + offset);
                consumer.accept(offset, buffer.flip().asReadOnlyBuffer());
                offset += read;
            }
            check(file, open);
        }
    }

    private static void check(FileToRead file, ReadableFile open) {
        FileVersion now = open.status().version();
        if (!now.equals(file.expected()))
            throw changed(file, "it has " + now.size() + " bytes, changed " + now.changed());
    }

    private static MoverException changed(FileToRead file, String how) {
        return new MoverException(
                ErrorCode.SOURCE_CHANGED, file.path() + " is not the expected version any more: " + how);
    }

    @Override
    public void close() {
        // the store stays with its owner
    }
}
