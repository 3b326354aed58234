package org.bdm.server.interchange.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * The list of {@code rclone copy EXPORT DESTINATION --files-from-raw FILE}: a path a line, as it is. In {@code --files-from} rclone takes
 * blanks at both ends and lines that begin with {@code #} or {@code ;} away, and says nothing.
 */
public final class RcloneListWriter implements ManifestWriter {
    private final Writer out;

    /** Writes UTF-8. */
    public RcloneListWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    @Override
    public void add(ManifestFile file) throws IOException {
        out.write(ManifestFile.checkPrintable(file.relativePath()) + "\n");
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
