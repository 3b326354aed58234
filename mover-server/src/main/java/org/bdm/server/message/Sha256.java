package org.bdm.server.message;

import java.nio.ByteBuffer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;

/** The digest of a body. */
public final class Sha256 {
    private Sha256() {}

    public static Checksum of(byte[] bytes) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(bytes));
        return digest.finish();
    }
}
