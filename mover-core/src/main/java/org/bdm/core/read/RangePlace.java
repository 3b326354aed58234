package org.bdm.core.read;

import java.io.IOException;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** A place that ranges come from. Errors as in {@link RangeReader}. */
interface RangePlace extends AutoCloseable {
    Optional<FileVersion> version(StorePath path);

    /** Passes the bytes of one range on, in order; returns when all were taken and the file was still the expected version after that. */
    void read(FileToRead file, ByteRange range, RangeConsumer consumer) throws IOException;

    @Override
    void close();
}
