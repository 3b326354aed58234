package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.entry.QuotedText;
import org.jspecify.annotations.Nullable;

/**
 * The file of {@code globus transfer SOURCE DESTINATION --batch FILE} (globus-cli), quoted as for a shell. All digests are of one
 * algorithm, since a transfer has one: {@code --checksum-algorithm}.
 */
public final class GlobusBatchWriter implements ManifestWriter {
    private final @Nullable ChecksumAlgorithm algorithm;
    private final String destination;
    private final Writer out;

    /**
     * Writes UTF-8.
     *
     * @param algorithm of the digests; null writes none, and Globus compares its own of both ends
     * @param destination absolute directory on the other endpoint, below which the relative paths go
     * @throws MoverException INVALID_PATH if it is not absolute
     */
    public GlobusBatchWriter(@Nullable ChecksumAlgorithm algorithm, String destination, OutputStream out) {
        if (!destination.startsWith("/")) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH,
                    QuotedText.of(destination) + " is not an absolute directory of an endpoint");
        }
        this.algorithm = algorithm;
        this.destination = destination.endsWith("/") ? destination : destination + "/";
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    /**
     * A file; one without any digest is written without.
     *
     * @throws MoverException EVIDENCE_MISSING if it has digests, but none of the algorithm
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String digest = algorithm == null || file.digests().isEmpty()
                ? ""
                : "--external-checksum " + file.handedDigest(algorithm).hex() + " ";
        out.write(digest + quoted(file.pathOnDisk()) + " " + quoted(destination + file.relativePath()) + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    /**
     * Nothing has a meaning between single quotes, neither a blank nor {@code #}; one inside is written outside of them. Both paths are
     * absolute, so none is taken for an option.
     */
    private static String quoted(String path) {
        return "'" + ManifestFile.checkPrintable(path).replace("'", "'\\''") + "'";
    }
}
