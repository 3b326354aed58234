package org.bdm.extension.demo;

import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.catalog.job.PauseReason;

/** A code with its sentence, as a real server would write it. */
record DemoTrouble(String code, String text) {
    /** Stands for the place that the job reads from. */
    private static final String FROM = "{from}";

    /** Nothing went wrong. */
    static final DemoTrouble NONE = new DemoTrouble("", "");

    /** Files that failed. */
    static final List<DemoTrouble> OF_FILES = List.of(
            of(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the content does not match the expected SHA-256 after 3 attempts; nothing was placed"),
            of(ErrorCode.SOURCE_UNREADABLE, "the server of the source may not read it: EACCES"),
            of(ErrorCode.DATA_NODE_UNREACHABLE, FROM + ": connection timed out after 30 s; 2 more copies: the same"),
            of(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "there is no such file at the source any more; it was there when it was listed"),
            of(
                    ErrorCode.DESTINATION_EXISTS,
                    "a different file of 18.2 MiB is already there, and the job does not overwrite"),
            of(ErrorCode.NOT_DATA, FROM + " sent an HTML page of 4.1 KiB, not the file of 212 MiB"),
            of(ErrorCode.SOURCE_READ_ERROR, "the source could not read its disk: EIO at byte 73,400,320"),
            of(ErrorCode.NAME_TOO_LONG, "the name has 261 bytes; the file system of the destination takes 255"));

    /** Jobs that failed as a whole. */
    static final List<DemoTrouble> OF_JOBS = List.of(
            of(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "the directory /CMIP6/HighResMIP/AWI does not exist in export 'cmip' of site " + FROM),
            of(
                    ErrorCode.NOT_ALLOWED,
                    "site " + FROM + " lets this site read no export 'restricted'; ask its administrator for a grant"),
            of(ErrorCode.CHECKSUM_MISMATCH, "no file was placed: every copy differs from the published SHA-256"),
            of(ErrorCode.TICKET_EXPIRED, "the clocks of the two sites are 7 minutes apart; synchronize them"));

    /** One for each reason to pause. */
    static DemoTrouble of(PauseReason reason) {
        String text = switch (reason) {
            case BY_USER -> "paused by ann: wait until the storage is moved";
            case NO_SPACE -> "41.8 TiB are needed and 12.3 TiB are free in export 'cmip'";
            case QUOTA_EXCEEDED -> "the quota of the project on export 'cordex' is used up: EDQUOT";
            case READ_ONLY -> "the file system of export 'scratch' is read-only at node-4: EROFS";
            case PERMISSION -> "the server may not write to /CMIP6/DCPP of export 'cmip': EACCES";
            case EXPORT_MISSING -> "the directory of export 'cordex' is gone at node-4: is it mounted?";
            case CREDENTIALS -> "the key of site " + FROM + " is not the pinned one";
            case WINDOW_CLOSED -> "the link from " + FROM + " is open Mon-Fri 18:00-06:00 Europe/Berlin";
            case SITE_MAINTENANCE -> "site " + FROM + " is in maintenance: exchange of the tape robot";
            case SITE_BANNED -> "site " + FROM + " is banned by root: corrupt files since the upgrade of its storage";
            case PEER_UNREACHABLE -> "cannot connect to the data port of site " + FROM + ": connection refused";
        };
        return new DemoTrouble(reason.name(), text);
    }

    /** Returns the same, said of the place that a job reads from: only a data node sends pages, and only a site has exports. */
    DemoTrouble at(String from) {
        boolean isDataNode = from.contains(".");
        boolean isOfDataNodes =
                code.equals(ErrorCode.DATA_NODE_UNREACHABLE.name()) || code.equals(ErrorCode.NOT_DATA.name());
        boolean isOfSites = text.contains("site " + FROM);
        if ((isOfDataNodes && !isDataNode) || (isOfSites && isDataNode)) return OF_FILES.get(0);
        return new DemoTrouble(code, text.replace(FROM, from));
    }

    private static DemoTrouble of(ErrorCode code, String text) {
        return new DemoTrouble(code.name(), text);
    }
}
