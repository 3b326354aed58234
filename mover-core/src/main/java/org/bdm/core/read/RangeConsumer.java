package org.bdm.core.read;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes the bytes of ranges, in order. */
@FunctionalInterface
public interface RangeConsumer {
    /**
     * Takes the next bytes. No more are read than a few MiB ahead until it returns.
     *
     * @param offset of the first byte, in the file
     * @param bytes to be used before this returns; read-only
     * @throws IOException ends the reading
     */
    void accept(long offset, ByteBuffer bytes) throws IOException;
}
