package org.bdm.server.catalog.db;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;

/** First 8 bytes of SHA-256, to find long values by: index rows of PostgreSQL are too short for paths and URLs. */
public final class KeyHash {
    private KeyHash() {}

    /** The hash of a text. */
    public static long of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of the bytes of a path. */
    public static long of(byte[] bytes) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(bytes));
        return ByteBuffer.wrap(digest.finish().value()).getLong();
    }
}
