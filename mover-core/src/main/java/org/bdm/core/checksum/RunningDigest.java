package org.bdm.core.checksum;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/** A digest in the making: fed bytes in order, closed once, or begun anew. Belongs to one thread at a time. */
public abstract sealed class RunningDigest {
    private final ChecksumAlgorithm algorithm;

    private RunningDigest(ChecksumAlgorithm algorithm) {
        this.algorithm = algorithm;
    }

    /** A new digest over no bytes yet. */
    public static RunningDigest of(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case SHA256, MD5 -> new OfMessageDigest(algorithm);
            case CRC32C -> new OfCrc32c(algorithm);
        };
    }

    /** CRC-32C of the remaining bytes of a buffer, direct or on the heap; its position is moved to its limit. */
    public static int crc32c(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /**
     * CRC-32C of {@code [offset, offset + length)} of a buffer that no other thread uses; position and limit are moved meanwhile, and put
     * back. Allocates nothing, which a slice would.
     */
    public static int crc32c(ByteBuffer bytes, int offset, int length) {
        int position = bytes.position();
        int limit = bytes.limit();
        int value = crc32c(bytes.limit(offset + length).position(offset));
        bytes.limit(limit).position(position);
        return value;
    }

    /** Which algorithm. */
    public ChecksumAlgorithm algorithm() {
        return algorithm;
    }

    /** Adds the remaining bytes of the buffer; its position is moved to its limit. */
    public abstract void update(ByteBuffer bytes);

    /**
     * Adds bytes that are not here, of which the CRC-32C is known. About a microsecond, whatever the length.
     *
     * @throws UnsupportedOperationException for other algorithms than CRC32C, which cannot be composed
     */
    public void append(int crc32c, long length) {
        throw new UnsupportedOperationException(algorithm + " cannot be combined from " + length + " bytes");
    }

    /** The value over all bytes given. Call once, or again after {@link #restart}. */
    public abstract Checksum finish();

    /** Forgets all bytes given. For many small files: with SHA-256 or MD5 a new object takes 4.5 KiB when it is fed a direct buffer. */
    public abstract void restart();

    private static final class OfMessageDigest extends RunningDigest {
        private final MessageDigest digest;

        OfMessageDigest(ChecksumAlgorithm algorithm) {
            super(algorithm);
            try {
                digest = MessageDigest.getInstance(algorithm.standardName());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has " + algorithm.standardName(), e);
            }
        }

        @Override
        public void update(ByteBuffer bytes) {
            digest.update(bytes);
        }

        @Override
        public Checksum finish() {
            return new Checksum(algorithm(), digest.digest());
        }

        @Override
        public void restart() {
            digest.reset();
        }
    }

    private static final class OfCrc32c extends RunningDigest {
        private int value;

        OfCrc32c(ChecksumAlgorithm algorithm) {
            super(algorithm);
        }

        @Override
        public void update(ByteBuffer bytes) {
            int length = bytes.remaining();
            append(crc32c(bytes), length);
        }

        @Override
        public void append(int crc32c, long length) {
            value = Crc32cComposition.of(value, crc32c, length);
        }

        @Override
        public Checksum finish() {
            return new Checksum(
                    algorithm(), ByteBuffer.allocate(4).putInt(value).array());
        }

        @Override
        public void restart() {
            value = 0;
        }
    }
}
