package org.bdm.server.interchange.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.entry.QuotedText;

/**
 * Names every destination once. Of two files for one destination other programs keep either, or the second under another name, and say
 * nothing. Belongs to one thread.
 */
public final class DestinationsOnce implements ManifestWriter {
    /** About 80 bytes of memory each. */
    private static final int FILES_MAX = 5_000_000;

    private final ManifestWriter writer;
    private final Function<ManifestFile, String> destination;
    private final Map<Long, Long> contents = new HashMap<>();

    /**
     * Passes on to {@code writer} each file whose destination is new.
     *
     * @param destination where the reader of the list puts a file
     */
    public DestinationsOnce(ManifestWriter writer, Function<ManifestFile, String> destination) {
        this.writer = writer;
        this.destination = destination;
    }

    /**
     * Leaves out a file that is in the list already, with the same size and digest.
     *
     * @throws MoverException INVALID_REQUEST if another content goes to the same destination; TOO_LARGE beyond {@value #FILES_MAX} files
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String place = destination.apply(file);
        String content =
                file.sizeBytes() + " " + Checksum.deciding(file.digests()).map(Checksum::toString);
        Long before = contents.putIfAbsent(hash(place), hash(content));
        if (before == null) {
            checkNumber();
            writer.add(file);
        } else if (before != hash(content)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "two files with different contents go to " + QuotedText.of(place)
                            + ": the reader of this list would keep one of them. Write a list for each dataset, and"
                            + " read each into a directory of its own");
        }
    }

    private void checkNumber() {
        if (contents.size() <= FILES_MAX) return;
        throw new MoverException(
                ErrorCode.TOO_LARGE, "the list has more than " + FILES_MAX + " files: write a list for each dataset");
    }

    @Override
    public void end() throws IOException {
        writer.end();
    }

    /** The first 8 bytes of the SHA-256: among 5 million texts two are the same with a probability below one to a million. */
    private static long hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
