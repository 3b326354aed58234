package org.bdm.core.destination.object;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.bdm.core.writer.FileToWrite;

/** Metadata of an object that was a file, under the names that rclone uses. Pure. */
final class ObjectMetadata {
    private static final int REGULAR_FILE = 0100000;

    private ObjectMetadata() {}

    static Map<String, String> of(FileToWrite file) {
        return of(file.source().modified(), file.mode());
    }

    /** {@code mtime}: seconds since 1970, a decimal; {@code mode}: octal, with the bits of a regular file. */
    static Map<String, String> of(Instant modified, int mode) {
        BigDecimal seconds = BigDecimal.valueOf(modified.getEpochSecond())
                .add(BigDecimal.valueOf(modified.getNano(), 9))
                .stripTrailingZeros();
        return Map.of("mtime", seconds.toPlainString(), "mode", Integer.toOctalString(REGULAR_FILE | mode));
    }
}
