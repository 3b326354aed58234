package org.bdm.core.fault;

import static org.bdm.core.fault.ErrorKind.BAD_REQUEST;
import static org.bdm.core.fault.ErrorKind.CORRUPTION;
import static org.bdm.core.fault.ErrorKind.DEFECT;
import static org.bdm.core.fault.ErrorKind.EXHAUSTED;
import static org.bdm.core.fault.ErrorKind.NEEDS_PERSON;
import static org.bdm.core.fault.ErrorKind.TRANSIENT;

import java.util.Optional;

/**
 * Every error that leaves a part of the program: its stable number (wire, catalog), its kind, and what to do next.
 *
 * <p>Numbers are never reused. Hundreds group them: 1 requests, 2 access, 3 source, 4 destination, 5 network and protocol,
 * 6 integrity, 7 catalog and service. docs/errors.md lists them; a test compares.
 */
public enum ErrorCode {
    INVALID_REQUEST(100, BAD_REQUEST, "Correct the request; the detail names the field."),
    INVALID_PATH(
            101,
            BAD_REQUEST,
            "Use a path below the export: no '..', no empty name, no NUL; names up to 255 bytes, paths"
                    + " up to 4,096 bytes."),
    UNKNOWN_SITE(
            102, BAD_REQUEST, "List the known sites with 'bdm-client site list', or pair with 'bdm-client site add'."),
    UNKNOWN_EXPORT(103, BAD_REQUEST, "List the exports with 'bdm-client export list'."),
    UNKNOWN_JOB(104, BAD_REQUEST, "List the jobs with 'bdm-client list'."),
    UNKNOWN_FILE(105, BAD_REQUEST, "List the files of the job with 'bdm-client files JOB'."),
    DUPLICATE_DESTINATION(106, BAD_REQUEST, "Two entries have the same destination; remove one of them."),
    IDEMPOTENCY_KEY_REUSED(107, BAD_REQUEST, "The idempotency key was used for another request; use a new key."),
    DESTINATION_NOT_LOCAL(
            108, BAD_REQUEST, "Submit the job at the server of the destination: set BDM_SERVER to its URL."),
    ILLEGAL_STATE(109, BAD_REQUEST, "Its state does not allow this; see that of a job with 'bdm-client status JOB'."),
    EXPORT_READ_ONLY(
            110,
            BAD_REQUEST,
            "The export is read-only; offer it as writable (NAME=DIR:rw) in the settings of the"
                    + " destination's server."),
    TOO_LARGE(111, BAD_REQUEST, "The request exceeds a limit; split it into several."),
    UNSUPPORTED(112, BAD_REQUEST, "Not supported; the detail says what is."),
    NOT_FOUND(113, BAD_REQUEST, "Nothing exists under that name or address; check what the detail names."),
    REQUEST_TOO_SLOW(114, BAD_REQUEST, "The request did not arrive in time; check the network and send it again."),
    EXPORT_ELSEWHERE(
            115,
            TRANSIENT,
            "This process does not have the directory of the export; send the request to a node that the detail names, or"
                    + " offer the export at this one."),
    CONTROL_ELSEWHERE(
            116,
            BAD_REQUEST,
            "This process has no control role; send the request to the address that the detail names."),
    FILES_REMOVED(
            117,
            BAD_REQUEST,
            "The job ended long ago: see its counts with 'bdm-client report JOB', and its files with 'bdm-client holdings'."),
    CHANGED_MEANWHILE(
            118,
            BAD_REQUEST,
            "Somebody changed it since you read it; read it again, decide again, and send its new ETag."),

    INDEX_INCOMPLETE(
            130, TRANSIENT, "An index did not answer in full; try again later, or accept an incomplete answer."),
    UNKNOWN_DATASET(
            131,
            BAD_REQUEST,
            "No index knows the dataset; check its name with 'bdm-client search', and read the" + " warnings."),

    INDEX_UNAVAILABLE(132, TRANSIENT, "The outside catalog does not answer or accept changes now; try again later."),
    PUBLICATION_REFUSED(133, NEEDS_PERSON, "The outside catalog refused the change; the detail has its answer."),
    REPLICA_INCOMPLETE(
            134,
            NEEDS_PERSON,
            "Our copy is not the complete published dataset; fetch it with 'bdm-client replicate' or"
                    + " check it with 'bdm-client verify'."),
    LOGIN_REFUSED(
            135,
            BAD_REQUEST,
            "The login with the account of the institution ended; the detail says why. Try again, or ask an administrator of"
                    + " the site."),

    NOT_AUTHENTICATED(
            200,
            BAD_REQUEST,
            "Log in with 'bdm-client login URL', or set BDM_TOKEN_FILE to the file of a valid token."),
    NOT_ALLOWED(201, BAD_REQUEST, "Ask an administrator of the site for the role or grant that the detail names."),
    TICKET_INVALID(202, BAD_REQUEST, "The ticket is invalid or was altered; 'bdm-client retry JOB' gets a new one."),
    TICKET_EXPIRED(
            203,
            TRANSIENT,
            "The ticket expired and is renewed automatically; if this repeats, the clocks of the two sites are more than"
                    + " 5 minutes apart: synchronize them."),
    TICKET_FOREIGN(
            204,
            BAD_REQUEST,
            "The ticket is for another site, node or session; check the pairing with 'bdm-client site" + " list'."),
    PEER_NOT_PINNED(
            205,
            NEEDS_PERSON,
            "The peer's key is not the pinned one; if the site has a new key, pin it with 'bdm-client"
                    + " site rekey SITE CODE'."),
    INVITATION_INVALID(
            206,
            BAD_REQUEST,
            "The invitation is wrong, used or older than 24 hours; create a new one at the other site"
                    + " with 'bdm-client site invite NAME'."),
    SECURITY_MISMATCH(
            207,
            NEEDS_PERSON,
            "One site allows plain data and the other does not; start both servers with the same"
                    + " setting data-security."),
    LOGIN_NEEDED(
            208,
            NEEDS_PERSON,
            "The data node requires a login; give the server a token for it with 'bdm-client data-node"
                    + " set', or a client-cert in the setting data-node."),
    CERTIFICATE_REFUSED(
            209,
            NEEDS_PERSON,
            "The data node's certificate cannot be verified; give the server its CA with 'bdm-client"
                    + " data-node set', or wait until the node is repaired."),
    ADDRESS_REFUSED(
            210,
            NEEDS_PERSON,
            "The host has a private or local address; if that is intended, add the host to the"
                    + " server's setting allow-host."),
    PLAIN_HTTP_REFUSED(
            211,
            NEEDS_PERSON,
            "The data node sends from https to http, which does not protect the file; to allow that,"
                    + " set plain-http for the node in the server's setting data-node."),
    SITE_BANNED(
            220,
            NEEDS_PERSON,
            "A site or a data node is banned; the detail says by whom. Lift the ban with 'bdm-client site unban SITE' or"
                    + " 'bdm-client data-node unban HOST' there."),

    SOURCE_NOT_FOUND(300, BAD_REQUEST, "No such file or directory; look with 'bdm-client ls ENDPOINT'."),
    SOURCE_UNREADABLE(
            301,
            NEEDS_PERSON,
            "The source's server may not read it; correct the permissions there, then run 'bdm-client"
                    + " retry JOB'."),
    SOURCE_CHANGED(302, TRANSIENT, "The file changed while it was read; retry when nothing writes to it."),
    SOURCE_READ_ERROR(
            303, TRANSIENT, "The source could not read its disk; check the disk that the detail names, then retry."),
    SPECIAL_FILE(
            304,
            BAD_REQUEST,
            "Only files, directories and symbolic links can be transferred; exclude the rest from the" + " job."),
    LINK_DANGLING(
            305, BAD_REQUEST, "The symbolic link points to nothing; repair it, or let the job skip symbolic links."),
    LINK_LEAVES_TREE(
            306, BAD_REQUEST, "The symbolic link points outside the tree; let the job follow or skip symbolic links."),
    LINK_LOOP(
            309,
            BAD_REQUEST,
            "The symbolic link points to itself or to a directory above it; repair it, or let the job"
                    + " keep or skip symbolic links."),
    NOT_DATA(
            310,
            NEEDS_PERSON,
            "The data node sent something other than the file; open the address in a browser to see" + " what."),
    FILE_MALFORMED(
            320,
            NEEDS_PERSON,
            "The file is not valid NetCDF or HDF5, or was cut: compare its digest with 'bdm-client verify', and fetch it again"
                    + " if it is damaged."),
    NOT_A_DIRECTORY(307, BAD_REQUEST, "A directory was expected; submit a single file without recursive."),
    IS_A_DIRECTORY(308, BAD_REQUEST, "This is a directory; submit it as recursive."),

    DESTINATION_EXISTS(
            400,
            BAD_REQUEST,
            "A different file is already there: move it away, or let a job that updates or overwrites replace it."),
    NO_SPACE(401, NEEDS_PERSON, "Free space at the destination, then run 'bdm-client resume JOB'."),
    QUOTA_EXCEEDED(402, NEEDS_PERSON, "Raise the quota at the destination, then run 'bdm-client resume JOB'."),
    READ_ONLY(
            403,
            NEEDS_PERSON,
            "The destination's file system is read-only; mount it writable, then run 'bdm-client" + " resume JOB'."),
    PERMISSION(
            404,
            NEEDS_PERSON,
            "The server of the place that the detail names may not read or write there; correct the permissions or"
                    + " credentials, then run 'bdm-client resume JOB'."),
    WRITE_ERROR(405, TRANSIENT, "The destination could not write to its disk; check that disk."),
    SYNC_FAILED(406, TRANSIENT, "The disk did not confirm the data; the file is sent again. Check that disk."),
    NAME_TOO_LONG(
            407,
            BAD_REQUEST,
            "The name or path is too long for the file system; shorten it or choose another" + " destination."),
    PATH_BLOCKED(
            408,
            BAD_REQUEST,
            "Part of the destination path is a file or a symbolic link; remove it or choose another" + " destination."),
    CONFINEMENT_UNAVAILABLE(
            409, NEEDS_PERSON, "The kernel lacks openat2 or renameat2; offer the export read-only (NAME=DIR:ro)."),
    EXPORT_MISSING(
            410,
            NEEDS_PERSON,
            "The directory of the export is missing or was replaced; mount it and restart the server."),
    DESTINATION_BUSY(
            411,
            TRANSIENT,
            "Another job is writing the same path; this file waits until that job has ended, and is"
                    + " then compared."),
    HARD_LINK_WAITS(
            415,
            TRANSIENT,
            "Another name of the same file (hard link) is transferred first; this one is then linked to it."),
    EXPORT_DIFFERS(
            413,
            NEEDS_PERSON,
            "The directory is not the one that this site knows under this name of an export; mount the right file"
                    + " system, or do what the detail says."),
    DESTINATION_UNREADABLE(
            414,
            BAD_REQUEST,
            "The destination's server cannot look at the entry under this name; correct its permissions or remove it,"
                    + " then run 'bdm-client retry JOB'."),
    READ_BACK_FAILED(
            412,
            TRANSIENT,
            "The destination could not read back what it wrote; the file is sent again. Check that" + " disk."),

    PEER_UNREACHABLE(
            500, TRANSIENT, "Cannot connect to the other site's data port; check its address, port and firewall."),
    CONNECTION_LOST(
            501, TRANSIENT, "The connection broke; it is opened again and only missing blocks are transferred."),
    TIMED_OUT(
            502,
            TRANSIENT,
            "The other side did not answer in time; if this repeats, check the network and that server."),
    PROTOCOL_VIOLATION(
            503,
            BAD_REQUEST,
            "The other side broke the protocol; compare versions with 'bdm-client version', and report"
                    + " it if they agree."),
    PROTOCOL_VERSION(504, NEEDS_PERSON, "The two sites have no protocol version in common; upgrade the older one."),
    TOO_MANY_CONNECTIONS(505, EXHAUSTED, "The node has reached its limit of connections; try again when load falls."),
    TOO_MANY_REQUESTS(506, EXHAUSTED, "The node has reached its limit of requests; try again when load falls."),
    GOING_AWAY(507, TRANSIENT, "The other side is stopping; the work resumes when it is back."),
    CANCELLED(508, BAD_REQUEST, "The work was cancelled; submit it again if it is still needed."),
    DATA_NODE_UNREACHABLE(
            509,
            TRANSIENT,
            "The data node cannot be reached; the detail has the reason for each copy. Files that wait"
                    + " are retried automatically; retry failed ones with 'bdm-client retry JOB'."),
    DATA_NODE_BUSY(
            510,
            EXHAUSTED,
            "The data node asks for fewer requests. Files that wait are retried automatically; retry"
                    + " failed ones later with 'bdm-client retry JOB'."),
    BEING_STAGED(
            511,
            TRANSIENT,
            "The data node or the HSM brings the file from tape; it waits, which costs no try, and comes by itself. See for how long with"
                    + " 'bdm-client explain JOB'."),
    WINDOW_CLOSED(
            520,
            TRANSIENT,
            "The work resumes by itself when the link opens. See the windows with 'bdm-client link list', change them with"
                    + " 'bdm-client link set'."),
    SITE_MAINTENANCE(
            521,
            TRANSIENT,
            "The work resumes by itself when the maintenance ends. See the calendar with 'bdm-client site maintenance"
                    + " SITE'."),

    BLOCK_CHECKSUM(600, CORRUPTION, "A block arrived damaged and is requested again."),
    CHECKSUM_MISMATCH(601, CORRUPTION, "The content does not match the expected digest; nothing was placed."),
    CHECKSUM_DISPUTED(
            602,
            NEEDS_PERSON,
            "Copies agree with each other but not with the published checksum; see 'bdm-client dispute" + " list'."),
    JOURNAL_DAMAGED(603, CORRUPTION, "The journal of this file is damaged; the file is sent again from the start."),
    EVIDENCE_MISSING(
            604,
            NEEDS_PERSON,
            "Verify the file with 'bdm-client verify' to compute a missing digest; fetch a damaged"
                    + " file again, with a job that overwrites it."),
    RECEIPT_INVALID(
            605,
            BAD_REQUEST,
            "The receipt is altered, incomplete or not a receipt; ask the site that signed it for a" + " new one."),

    CATALOG_UNAVAILABLE(
            700,
            TRANSIENT,
            "The catalog database does not answer; the server acknowledges nothing until it does."
                    + " Check the database."),
    CATALOG_DAMAGED(701, NEEDS_PERSON, "Restore the catalog with 'mover-server catalog restore FILE.zip'."),
    CATALOG_UNSAFE(
            702,
            NEEDS_PERSON,
            "This database setting can lose acknowledged work; correct the setting that the detail" + " names."),
    CATALOG_FULL(
            703,
            EXHAUSTED,
            "The catalog has reached its limit; move it to PostgreSQL, or cancel jobs that are no" + " longer needed."),
    NODE_REMOVED(
            711,
            NEEDS_PERSON,
            "An administrator removed this node with 'bdm-client node remove'; start it with a new home to join the site"
                    + " again."),
    ALREADY_RUNNING(
            704,
            NEEDS_PERSON,
            "Another process uses it; stop the process that the detail names, or use another directory."),
    OUTCOME_UNKNOWN(705, ErrorKind.OUTCOME_UNKNOWN, "It may have been done; check before you repeat it."),
    RATE_LIMITED(706, EXHAUSTED, "Too many requests from you; wait for the time in Retry-After."),
    STOPPING(707, TRANSIENT, "The server is stopping; try again when it is back."),
    HOME_INCOMPLETE(
            708,
            NEEDS_PERSON,
            "Restore what the detail names from a backup of the home; the detail says how to continue"
                    + " without one."),
    TOO_MANY_OPEN_FILES(
            709,
            EXHAUSTED,
            "The node has reached its limit of open files; work continues as files are closed. Raise"
                    + " the limit (ulimit -n)."),
    STALE_LEASE(
            710,
            TRANSIENT,
            "Another process of this site has taken this work over and continues it; nothing to do. If it repeats, check"
                    + " the load and the network of the node that the log names."),
    BACKUP_FAILED(
            715,
            NEEDS_PERSON,
            "No backup of the catalog was made, and earlier ones are kept; correct what the detail names, then run"
                    + " 'bdm-client backup'."),
    INTERNAL(
            799,
            DEFECT,
            "This is a defect of the program; report it with the support bundle that 'bdm-client doctor' writes.");

    private final int number;
    private final ErrorKind kind;
    private final String advice;

    ErrorCode(int number, ErrorKind kind, String advice) {
        this.number = number;
        this.kind = kind;
        this.advice = advice;
    }

    /** The stable number on the wire and in the catalog, 100 to 799. */
    public int number() {
        return number;
    }

    /** The class of errors that decides what the program does. */
    public ErrorKind kind() {
        return kind;
    }

    /** Advice for the reader of the error: what happened, and what to do next. */
    public String advice() {
        return advice;
    }

    /** The code with this number; empty for numbers of newer versions, which are judged by their kind alone. */
    public static Optional<ErrorCode> ofNumber(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) return Optional.of(code);
        }
        return Optional.empty();
    }
}
