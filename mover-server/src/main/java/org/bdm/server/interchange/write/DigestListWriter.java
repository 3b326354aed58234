package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.bdm.core.checksum.ChecksumAlgorithm;

/**
 * A list for {@code sha256sum -c}, {@code md5sum -c} and {@code esgmapfile --checksums-from}: digest, two blanks, path. A path with a
 * backslash or an end of line is escaped, and its line begins with a backslash (coreutils manual).
 */
public final class DigestListWriter implements ManifestWriter {
    private final ChecksumAlgorithm algorithm;
    private final PathForm form;
    private final Writer out;

    /** The form of the path of a line. */
    public enum PathForm {
        /** For {@code sha256sum -c} in the root of the replica set, wherever that is. */
        RELATIVE,
        /** For {@code esgmapfile --checksums-from} at the holding site. */
        ABSOLUTE
    }

    /** Writes UTF-8. */
    public DigestListWriter(ChecksumAlgorithm algorithm, PathForm form, OutputStream out) {
        this.algorithm = algorithm;
        this.form = form;
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    @Override
    public void add(ManifestFile file) throws IOException {
        String digest = file.neededDigest(algorithm).hex();
        String path = form == PathForm.RELATIVE ? file.relativePath() : file.absolutePath();
        String escaped = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
        out.write((escaped.equals(path) ? "" : "\\") + digest + "  " + escaped + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
