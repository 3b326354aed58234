package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AddressPath;

/**
 * The list of {@code gfal-copy --from-file FILE DIRECTORY}: an address a line. gfal-copy puts all files into one directory, under the last
 * part of the address as it is written there: encoded, it stays encoded.
 */
public final class GfalListWriter implements ManifestWriter {
    private final Writer out;

    /** Writes ASCII. */
    public GfalListWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII));
    }

    /**
     * A file.
     *
     * @throws MoverException INVALID_PATH if gfal-copy would save it under another name
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String path = ManifestFile.checkPrintable(file.relativePath());
        String address = file.neededAddress().toASCIIString();
        if (!AddressPath.isPlain(file.fileName()) || !address.endsWith("/" + file.fileName())) {
            throw ManifestFile.unnameable(
                    path,
                    "has another name in its address than on disk, and gfal-copy would save it under that",
                    "rclone-urls");
        }
        out.write(address + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
