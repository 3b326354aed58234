package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AddressPath;

/** The list of {@code wget --input-file FILE}: an address a line. wget makes the name of the address, and decodes a {@code %} in it twice. */
public final class WgetListWriter implements ManifestWriter {
    private final Writer out;

    /** Writes ASCII. */
    public WgetListWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII));
    }

    /**
     * A file.
     *
     * @throws MoverException INVALID_PATH if wget would save it under another name
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String path = ManifestFile.checkPrintable(file.relativePath());
        if (path.indexOf('%') >= 0) {
            throw ManifestFile.unnameable(path, "has a '%', and wget would save it under another name", "aria2");
        }
        String address = file.neededAddress().toASCIIString();
        if (!address.endsWith("/" + AddressPath.encoded(file.fileName()))) {
            throw ManifestFile.unnameable(
                    path, "has another name in its address, under which wget would save it", "aria2");
        }
        out.write(address + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
