package org.bdm.server.app;

import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;

/**
 * One {@code --export}: a directory tree that the site offers.
 *
 * @param directory exists; absolute
 */
record ExportSetting(ExportName name, Path directory, boolean writable) {
    /** Reads {@code NAME=DIR[:ro|:rw]}; a relative directory is taken from the working directory. */
    static ExportSetting parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) throw refused(ErrorCode.INVALID_REQUEST, text, "write NAME=DIR, NAME=DIR:ro or NAME=DIR:rw");
        String directory = text.substring(equals + 1);
        boolean writable = directory.endsWith(":rw");
        if (writable || directory.endsWith(":ro")) directory = directory.substring(0, directory.length() - 3);
        Path path = Path.of(directory).toAbsolutePath().normalize();
        if (directory.isEmpty() || !Files.isDirectory(path))
            throw refused(ErrorCode.EXPORT_MISSING, text, "no such directory: " + path);
        try {
            return new ExportSetting(new ExportName(text.substring(0, equals)), path, writable);
        } catch (IllegalArgumentException e) {
            throw refused(ErrorCode.INVALID_REQUEST, text, String.valueOf(e.getMessage()));
        }
    }

    private static MoverException refused(ErrorCode code, String text, String why) {
        return new MoverException(code, "--export '" + text + "': " + why);
    }
}
