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
            "Use a path below the export: no '..', no empty name, no NUL, names up to 255 bytes, 4,096 in all."),
    UNKNOWN_SITE(102, BAD_REQUEST, "List the known sites with 'bdm-client site list', or pair with 'site add'."),
    UNKNOWN_EXPORT(103, BAD_REQUEST, "List the exports with 'bdm-client export list'."),
    UNKNOWN_JOB(104, BAD_REQUEST, "List the jobs with 'bdm-client list'."),
    UNKNOWN_FILE(105, BAD_REQUEST, "List the files of the job with 'bdm-client files JOB'."),
    DUPLICATE_DESTINATION(106, BAD_REQUEST, "Two entries would write one file: remove one of them."),
    IDEMPOTENCY_KEY_REUSED(107, BAD_REQUEST, "The key was used for another request: take a new key."),
    DESTINATION_NOT_LOCAL(
            108, BAD_REQUEST, "Submit the job at the control plane of the destination; the detail names its URL."),
    ILLEGAL_STATE(
            109, BAD_REQUEST, "The job is in a state that does not allow this; look with 'bdm-client status JOB'."),
    EXPORT_READ_ONLY(
            110, BAD_REQUEST, "Offer the export as writable (NAME=DIR:rw) in the settings of the destination's node."),
    TOO_LARGE(111, BAD_REQUEST, "The request is over a published limit: cut it into several."),
    UNSUPPORTED(112, BAD_REQUEST, "Not supported; the detail says what is."),
    NOT_FOUND(113, BAD_REQUEST, "There is nothing under that address; the detail names it."),
    REQUEST_TOO_SLOW(114, BAD_REQUEST, "The request did not arrive in time: send it again, faster."),

    INDEX_INCOMPLETE(
            130, TRANSIENT, "An index did not answer in full: ask again later, or accept an incomplete answer."),
    UNKNOWN_DATASET(
            131,
            BAD_REQUEST,
            "No index knows the dataset: compare its name with what 'bdm-client search' finds, or look at the"
                    + " warnings."),

    INDEX_UNAVAILABLE(
            132, TRANSIENT, "The catalog outside does not answer, or takes nothing now: ask again in a while."),
    PUBLICATION_REFUSED(
            133, NEEDS_PERSON, "The catalog outside did not take the change: the detail says what it answered."),
    REPLICA_INCOMPLETE(
            134,
            NEEDS_PERSON,
            "Our copy is not the dataset as it is published: fetch, verify or repair what the detail names."),

    NOT_AUTHENTICATED(200, BAD_REQUEST, "Log in, or give the command a valid token (BDM_TOKEN_FILE)."),
    NOT_ALLOWED(201, BAD_REQUEST, "Ask an administrator of the site for the right named in the detail."),
    TICKET_INVALID(
            202, BAD_REQUEST, "The ticket was altered or is not a ticket; the owner of the job must issue a new one."),
    TICKET_EXPIRED(
            203,
            TRANSIENT,
            "The ticket has expired and is issued anew; check the clocks of both sites if this repeats."),
    TICKET_FOREIGN(
            204,
            BAD_REQUEST,
            "The ticket belongs to another site, node or session; check the pairing with 'bdm-client site list'."),
    PEER_NOT_PINNED(
            205,
            NEEDS_PERSON,
            "The peer's key is not the one of the pairing: pair again with 'bdm-client site rekey'."),
    INVITATION_INVALID(206, BAD_REQUEST, "The invitation is wrong, used or older than 24 hours: ask for a new one."),
    SECURITY_MISMATCH(
            207,
            NEEDS_PERSON,
            "One end allows plain data and the other does not: start both with the same setting data-security."),
    LOGIN_NEEDED(208, NEEDS_PERSON, "The data node wants a login: give a token or a client certificate for that node."),
    CERTIFICATE_REFUSED(
            209,
            NEEDS_PERSON,
            "The data node's certificate cannot be verified: give the CA that issued it for that node, or wait for its"
                    + " repair."),
    ADDRESS_REFUSED(
            210,
            NEEDS_PERSON,
            "The address is not a public one: name the host in the setting allow-host of the node if it is meant."),
    PLAIN_HTTP_REFUSED(
            211,
            NEEDS_PERSON,
            "The data node sends from https to http, where nothing protects the file: set plain-http for that data"
                    + " node if it is meant."),

    SOURCE_NOT_FOUND(300, BAD_REQUEST, "There is no such file or directory at the source; look with 'bdm-client ls'."),
    SOURCE_UNREADABLE(
            301,
            NEEDS_PERSON,
            "The source's node may not read it: correct the permissions there, then 'bdm-client retry JOB'."),
    SOURCE_CHANGED(302, TRANSIENT, "The file changed while it was read: retry when nobody writes it."),
    SOURCE_READ_ERROR(
            303, TRANSIENT, "The source could not read its disk at the place named; check that disk, then retry."),
    SPECIAL_FILE(304, BAD_REQUEST, "Only files, directories and symbolic links are moved; exclude it from the job."),
    LINK_DANGLING(
            305, BAD_REQUEST, "The symbolic link points at nothing; mend it, or let the job skip symbolic links."),
    LINK_LEAVES_TREE(
            306, BAD_REQUEST, "The symbolic link points outside the tree; let the job follow or skip symbolic links."),
    LINK_LOOP(
            309,
            BAD_REQUEST,
            "The symbolic link leads back to where it is; mend it, or let the job keep or skip symbolic links."),
    NOT_DATA(
            310,
            NEEDS_PERSON,
            "The data node sent something else than the file: open the address in a browser and see what it says."),
    NOT_A_DIRECTORY(307, BAD_REQUEST, "A directory was expected; submit a single file without recursive."),
    IS_A_DIRECTORY(308, BAD_REQUEST, "It is a directory; submit it as recursive."),

    DESTINATION_EXISTS(400, BAD_REQUEST, "Another content is there already; let the job overwrite it to replace it."),
    NO_SPACE(401, NEEDS_PERSON, "Free space at the destination, then 'bdm-client resume JOB'."),
    QUOTA_EXCEEDED(402, NEEDS_PERSON, "Raise the quota at the destination, then 'bdm-client resume JOB'."),
    READ_ONLY(
            403,
            NEEDS_PERSON,
            "The destination's file system is read-only: mount it writable, then 'bdm-client resume JOB'."),
    PERMISSION(
            404,
            NEEDS_PERSON,
            "The destination's node may not write there: correct the permissions, then 'bdm-client resume JOB'."),
    WRITE_ERROR(405, TRANSIENT, "The destination could not write its disk; check that disk."),
    SYNC_FAILED(
            406,
            TRANSIENT,
            "The disk did not confirm the data: the file is sent again into a new one; check that disk."),
    NAME_TOO_LONG(407, BAD_REQUEST, "The destination's file system does not take a name or path of that length."),
    PATH_BLOCKED(
            408,
            BAD_REQUEST,
            "A part of the destination path is a file or a symbolic link; remove it or choose another destination."),
    CONFINEMENT_UNAVAILABLE(409, NEEDS_PERSON, "This system lacks openat2 or renameat2: offer the export read-only."),
    EXPORT_MISSING(
            410, NEEDS_PERSON, "The directory of the export is gone or is another one: mount it and restart the node."),
    DESTINATION_BUSY(
            411,
            TRANSIENT,
            "Another job is writing the same path: this file waits until that one has ended, and is then compared."),
    READ_BACK_FAILED(
            412,
            TRANSIENT,
            "The destination could not read what it wrote: the file is sent again into a new one; check that disk."),

    PEER_UNREACHABLE(
            500, TRANSIENT, "No connection to the other site's data port; check its address, port and firewall."),
    CONNECTION_LOST(501, TRANSIENT, "The connection broke; it is made again and only missing blocks are moved."),
    TIMED_OUT(502, TRANSIENT, "The other side did not answer in time."),
    PROTOCOL_VIOLATION(
            503,
            BAD_REQUEST,
            "The other side sent what the protocol does not allow; compare versions, report if they agree."),
    PROTOCOL_VERSION(504, NEEDS_PERSON, "The two sites have no protocol version in common: upgrade the older one."),
    TOO_MANY_CONNECTIONS(505, EXHAUSTED, "The node holds as many connections as it allows."),
    TOO_MANY_REQUESTS(506, EXHAUSTED, "More was asked at once than the node allows."),
    GOING_AWAY(507, TRANSIENT, "The other side is stopping; the work goes on when it is back."),
    CANCELLED(508, BAD_REQUEST, "The work was cancelled."),
    DATA_NODE_UNREACHABLE(
            509,
            TRANSIENT,
            "The data node cannot be reached; the detail gives the reason for each copy. Files that wait are tried"
                    + " again by themselves; retry failed ones when it is back."),
    DATA_NODE_BUSY(
            510,
            EXHAUSTED,
            "The data node asks for fewer requests. Files that wait are tried again by themselves; retry failed ones"
                    + " later."),

    BLOCK_CHECKSUM(600, CORRUPTION, "A block arrived damaged and is requested again."),
    CHECKSUM_MISMATCH(601, CORRUPTION, "The content does not have the expected digest; nothing was placed."),
    CHECKSUM_DISPUTED(
            602,
            NEEDS_PERSON,
            "Copies agree with each other against the published value; see 'bdm-client dispute list'."),
    JOURNAL_DAMAGED(603, CORRUPTION, "The journal of this file cannot be read: the file is sent again from the start."),
    EVIDENCE_MISSING(
            604,
            NEEDS_PERSON,
            "Verify the file, which computes a missing digest; fetch a damaged one again, with a job that overwrites"
                    + " it."),
    RECEIPT_INVALID(
            605, BAD_REQUEST, "The receipt was altered, is not whole, or is none; ask the site that signed it anew."),

    CATALOG_UNAVAILABLE(700, TRANSIENT, "The catalog does not answer; the service stops acknowledging until it does."),
    CATALOG_DAMAGED(701, NEEDS_PERSON, "Restore the catalog with 'mover-server catalog restore'."),
    CATALOG_UNSAFE(
            702, NEEDS_PERSON, "The database may lose acknowledged work with this setting; the detail names it."),
    CATALOG_FULL(703, EXHAUSTED, "The catalog is at its published limit: move it to PostgreSQL or end old jobs."),
    ALREADY_RUNNING(
            704,
            NEEDS_PERSON,
            "Another process holds it; the detail says which. Stop that one, or use another directory."),
    OUTCOME_UNKNOWN(705, ErrorKind.OUTCOME_UNKNOWN, "It may have been done: look before repeating."),
    RATE_LIMITED(706, EXHAUSTED, "Too many requests from you; wait the time named in Retry-After."),
    STOPPING(707, TRANSIENT, "The service is stopping; ask again when it is back."),
    HOME_INCOMPLETE(
            708,
            NEEDS_PERSON,
            "Put back what the detail names, from a backup of the home; the detail says how to go on without one."),
    TOO_MANY_OPEN_FILES(
            709,
            EXHAUSTED,
            "The node has as many files open as it may: work continues as others are closed; raise its limit (ulimit"
                    + " -n)."),
    INTERNAL(799, DEFECT, "This is a defect of the program; report it with the log of the server.");

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

    /** What the program does about it. */
    public ErrorKind kind() {
        return kind;
    }

    /** What the reader of the error can do next: one sentence. */
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
