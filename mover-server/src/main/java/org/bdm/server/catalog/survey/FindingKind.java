package org.bdm.server.catalog.survey;

/** The kind of a finding. The code is stable: the catalog stores it. */
public enum FindingKind {
    /** A holding, or a file of a replica set of which we hold others, is not on disk. */
    MISSING(1),
    /** On disk is a file that is no holding. */
    EXTRA(2),
    /** Size, time or digest are not those that are known. */
    DIFFERENT(3),
    /** A newer version of its dataset is known. */
    SUPERSEDED(4),
    /** Its dataset was withdrawn. */
    RETRACTED(5),
    /** It could not be looked at. */
    UNREADABLE(6),
    /** It has another name now, and its holding went along. */
    MOVED(7),
    /** Its bytes are not on disk, so that they were not looked at; this one stands for all such files of its export. */
    OFFLINE(8);

    private final int code;

    FindingKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
