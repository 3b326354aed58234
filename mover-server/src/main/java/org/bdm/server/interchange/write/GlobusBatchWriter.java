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

/**
 * The file of {@code globus transfer SOURCE DESTINATION --batch FILE} (globus-cli), quoted as for a shell. All digests are of one
 * algorithm, since a transfer has one: {@code --checksum-algorithm}.
 */
public final class GlobusBatchWriter implements ManifestWriter {
    private final ChecksumAlgorithm algorithm;
    private final String destination;
    private final Writer out;

    /**
     * Writes UTF-8.
     *
     * @param algorithm of the digests; a file that has none of it is written without
     * @param destination absolute directory on the other endpoint, below which the relative paths go
     * @throws MoverException INVALID_PATH if it is not absolute
     */
    public GlobusBatchWriter(ChecksumAlgorithm algorithm, String destination, OutputStream out) {
        if (!destination.startsWith("/")) {
            throw new MoverException(
                    ErrorCode.INVALID_PATH,
                    QuotedText.of(destination) + " is not an absolute directory of an endpoint");
        }
        this.algorithm = algorithm;
        this.destination = destination.endsWith("/") ? destination : destination + "/";
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    @Override
    public void add(ManifestFile file) throws IOException {
        String digest = file.digest(algorithm)
                .map(value -> "--external-checksum " + value.hex() + " ")
                .orElse("");
        out.write(digest + quoted(file.absolutePath()) + " " + quoted(destination + file.relativePath()) + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    /** Nothing has a meaning between single quotes; one inside is written outside of them. */
    private static String quoted(String path) {
        return "'" + ManifestFile.checkPrintable(path).replace("'", "'\\''") + "'";
    }
}
