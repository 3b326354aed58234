package org.bdm.client.cli.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.client.ServerRefusal;
import org.bdm.client.file.FileContent;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/** Passes a content on, and computes its digests on the way. Holds one buffer. Belongs to one thread. */
final class PassedBytes {
    private static final int BUFFER_BYTES = 128 << 10;

    private final Map<ChecksumAlgorithm, RunningDigest> running = new LinkedHashMap<>();
    private final List<Checksum> expected;
    private long length;

    /**
     * Computes what is expected, and one digest besides.
     *
     * @param wanted null for none
     */
    PassedBytes(List<Checksum> expected, @Nullable ChecksumAlgorithm wanted) {
        this.expected = expected;
        expected.forEach(checksum -> running.computeIfAbsent(checksum.algorithm(), RunningDigest::of));
        if (wanted != null) running.computeIfAbsent(wanted, RunningDigest::of);
    }

    /** The taker of the bytes is gone, as {@code head} is after its last line. */
    static final class TakerIsGone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TakerIsGone(IOException cause) {
            super(cause);
        }
    }

    /**
     * Passes all of it on.
     *
     * @throws TakerIsGone if {@code out} is a pipe that was closed
     */
    void from(FileContent content, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream bytes = content.bytes();
        for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
            for (RunningDigest digest : running.values()) digest.update(ByteBuffer.wrap(buffer, 0, read));
            write(out, buffer, read);
            length += read;
        }
        if (content.length() >= 0 && content.length() != length)
            throw new IOException("it has " + content.length() + " bytes, and " + length + " came");
    }

    private static void write(OutputStream out, byte[] buffer, int count) throws IOException {
        try {
            out.write(buffer, 0, count);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Broken pipe")) throw new TakerIsGone(e);
            throw e;
        }
    }

    /** Returns the digests in the order in which they were asked for. Call once, at the end. */
    Map<ChecksumAlgorithm, Checksum> finish(String name) {
        Map<ChecksumAlgorithm, Checksum> found = new LinkedHashMap<>();
        running.forEach((algorithm, digest) -> found.put(algorithm, digest.finish()));
        for (Checksum checksum : expected) {
            Checksum value = found.get(checksum.algorithm());
            if (!Objects.equals(checksum, value)) throw mismatch(name, checksum, value);
        }
        return found;
    }

    private static ServerRefusal mismatch(String name, Checksum expected, @Nullable Checksum found) {
        return ServerRefusal.of(new Problem(
                null,
                null,
                502,
                name + " does not have the expected digest " + expected + " but " + found,
                "CHECKSUM_MISMATCH",
                null,
                "What was passed on is not to be used. Read it again; if this repeats, verify the file at its site.",
                List.of()));
    }
}
