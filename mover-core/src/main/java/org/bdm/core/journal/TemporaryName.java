package org.bdm.core.journal;

import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/** Names of temporary files in a work area: {@code FILE-EPOCH.part}. */
public final class TemporaryName {
    private TemporaryName() {}

    /** The name of this attempt at this file. */
    public static String of(FileId file, Epoch epoch) {
        return file.number() + "-" + epoch.number() + ".part";
    }
}
