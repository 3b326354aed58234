package org.bdm.server.catalog.removal;

import org.bdm.core.store.StorePath;

/**
 * A directory of a mirror plan that looks as if something were wrong at the source, not as if somebody had deleted files.
 *
 * @param files of the plan in it, at any depth
 * @param ofFiles at the destination in it
 * @param deviceChanged whether its device at the source is another one than an earlier mirror found
 */
public record PurgeCaution(StorePath path, Kind kind, long files, long ofFiles, boolean deviceChanged) {
    /** One of which no change of the device is known. */
    public PurgeCaution(StorePath path, Kind kind, long files, long ofFiles) {
        this(path, kind, files, ofFiles, false);
    }

    /** The same, with a changed device. */
    public PurgeCaution withChangedDevice() {
        return new PurgeCaution(path, kind, files, ofFiles, true);
    }

    /** The kinds of oddities. The code is stable: the catalog stores it. */
    public enum Kind {
        /** The source has the directory, and no file in it. */
        EMPTIED(1),
        /** The source has the directory no more. */
        GONE(2),
        /** The source has other files in the directory, and hardly any of those that were there. */
        REPLACED(3),
        /** The source has a file or a link of that name. */
        OTHER_KIND(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** A sentence without its end. */
    public String text() {
        String had = path.shown() + " had " + ofFiles + (ofFiles == 1 ? " file" : " files");
        return what(had) + (deviceChanged ? "; its device changed, as when a file system is not mounted there" : "");
    }

    private String what(String had) {
        return switch (kind) {
            case EMPTIED -> had + " and lists as empty now";
            case GONE -> had + " and is gone from the source";
            case OTHER_KIND -> had + " and is a file or a link at the source now";
            case REPLACED -> path.shown() + " lost " + files + " of " + ofFiles + " files";
        };
    }
}
