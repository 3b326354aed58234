package org.bdm.server.catalog.removal;

import java.util.Arrays;
import org.bdm.core.store.StorePath;

/**
 * A directory of a mirror plan that looks as if something were wrong at the source, not as if somebody had deleted files.
 *
 * @param files of the plan in it, at any depth
 * @param ofFiles at the destination in it
 */
public record PurgeCaution(StorePath path, Kind kind, long files, long ofFiles) {
    /** The kinds of oddities. The code is stable: the catalog stores it. */
    public enum Kind {
        /** The source has the directory, and no file in it. */
        EMPTIED(1),
        /** The source has the directory no more. */
        GONE(2),
        /** The source has other files in the directory, and hardly any of those that were there. */
        REPLACED(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        static Kind ofCode(int code) {
            return Arrays.stream(values())
                    .filter(kind -> kind.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no caution has the code " + code));
        }
    }

    /** A sentence without its end. */
    public String text() {
        String had = path.shown() + " had " + ofFiles + (ofFiles == 1 ? " file" : " files");
        return switch (kind) {
            case EMPTIED -> had + " and lists as empty now";
            case GONE -> had + " and is gone from the source";
            case REPLACED -> path.shown() + " lost " + files + " of " + ofFiles + " files";
        };
    }
}
