package org.bdm.core.store;

/** The file by which the home of a node is known wherever it lies: what is in its directory exists for nobody who reads an export. */
public final class HomeMark {
    /** Name of the file. */
    public static final FileName NAME = FileName.ofUtf8(".bdm-home");

    /** Content of the file, for people. */
    public static final String CONTENT =
            "The home of a mover node: it holds secrets, and no export may contain it. Do not delete this file.\n";

    private HomeMark() {}
}
