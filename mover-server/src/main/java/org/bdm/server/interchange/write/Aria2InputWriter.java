package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;

/**
 * The list of {@code aria2c --input-file FILE}. All addresses of a file are on one line with tabs between them, its options on lines that begin
 * with a blank:
 *
 * <pre>
 * https://node/a.nc TAB https://other/a.nc
 *   out=CMIP6/.../a.nc
 *   checksum=sha-256=HEX
 * </pre>
 *
 * A digest of a wrong form makes aria2 refuse the whole list; those of {@link Checksum} have the right length.
 */
public final class Aria2InputWriter implements ManifestWriter {
    private final Writer out;

    /** Writes UTF-8. */
    public Aria2InputWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    /**
     * A file.
     *
     * @throws MoverException INVALID_PATH if its path has a blank at an end, which aria2 cuts off
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String path = ManifestFile.checkPrintable(file.relativePath());
        if (path.startsWith(" ") || path.endsWith(" ")) {
            throw ManifestFile.unnameable(path, "has a blank at an end, which aria2 cuts off", "rclone-urls");
        }
        file.neededAddress();
        out.write(file.urls().stream().map(URI::toASCIIString).collect(Collectors.joining("\t")) + "\n");
        out.write("  out=" + path + "\n");
        Checksum digest = file.digest(ChecksumAlgorithm.SHA256)
                .or(() -> file.digest(ChecksumAlgorithm.MD5))
                .orElse(null);
        if (digest == null) return;
        String type = digest.algorithm() == ChecksumAlgorithm.SHA256 ? "sha-256" : "md5";
        out.write("  checksum=" + type + "=" + digest.hex() + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
