package org.bdm.core.store.local;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;

/**
 * The directory that an operator offers, and its name. The way to the directory may hold symbolic links; below it none is followed.
 *
 * @param name shown in errors in place of the directory
 * @param directory must be there, else EXPORT_MISSING
 */
public record ExportRoot(ExportName name, Path directory) {
    /** Checks that the directory is there. */
    public ExportRoot {
        directory = directory.toAbsolutePath();
        if (!Files.isDirectory(directory)) {
            throw new MoverException(ErrorCode.EXPORT_MISSING, "export " + name + " is not a directory: " + directory);
        }
    }

    /** Returns the bytes of the absolute path, whatever character set the locale has: by way of the percent-escaped URI. */
    public byte[] pathBytes() {
        byte[] escaped = directory.toUri().getRawPath().getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < escaped.length; i++) {
            if (escaped[i] == '%') {
                bytes.write(Character.digit(escaped[i + 1], 16) << 4 | Character.digit(escaped[i + 2], 16));
                i += 2;
            } else {
                bytes.write(escaped[i]);
            }
        }
        return bytes.toByteArray();
    }
}
