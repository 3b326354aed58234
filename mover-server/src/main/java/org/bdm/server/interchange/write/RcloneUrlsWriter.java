package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * The list of {@code rclone copyurl --urls FILE DESTINATION} (rclone 1.70 and later), CSV: address and path, both quoted. Without quotes a
 * blank behind the comma becomes a part of the name.
 */
public final class RcloneUrlsWriter implements ManifestWriter {
    private final Writer out;

    /** Writes UTF-8. */
    public RcloneUrlsWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    @Override
    public void add(ManifestFile file) throws IOException {
        String path = ManifestFile.checkPrintable(file.relativePath());
        out.write(quoted(file.neededAddress().toASCIIString()) + "," + quoted(path) + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    private static String quoted(String field) {
        return "\"" + field.replace("\"", "\"\"") + "\"";
    }
}
