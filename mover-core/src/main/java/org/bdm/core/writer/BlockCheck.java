package org.bdm.core.writer;

import java.nio.ByteBuffer;
import org.bdm.core.checksum.RunningDigest;

/** Decides whether bytes are what their checksum says. There is one true check; tests put in one that lies, and must notice. */
@FunctionalInterface
interface BlockCheck {
    /** Compares the CRC-32C. */
    BlockCheck CRC32C = (bytes, expected) -> RunningDigest.crc32c(bytes) == expected;

    boolean isIntact(ByteBuffer bytes, int crc32c);
}
