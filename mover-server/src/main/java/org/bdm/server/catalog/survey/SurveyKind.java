package org.bdm.server.catalog.survey;

/** The work of a survey. The code is stable: the catalog stores it. */
public enum SurveyKind {
    /** Takes the files of a directory as holdings, by a look at their sizes and times. */
    SCAN(1),
    /** Compares disk, holdings and, if asked for, what indexes say. */
    RECONCILE(2),
    /** Reads files again and compares them with the digests that are known. */
    VERIFY(3);

    private final int code;

    SurveyKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
