package org.bdm.server.message;

import org.bdm.core.fault.ErrorCode;

/**
 * The HTTP status of each error code. A new code breaks the build here until somebody has thought about it; docs/errors.md says what the
 * codes mean.
 */
public final class ProblemStatus {
    private ProblemStatus() {}

    /** Of a code that a request ended with. */
    public static int of(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST, INVALID_PATH, INVITATION_INVALID, RECEIPT_INVALID -> 400;
            case NOT_AUTHENTICATED -> 401;
            case NOT_ALLOWED, LOGIN_REFUSED, TICKET_INVALID, TICKET_FOREIGN -> 403;
            case UNKNOWN_SITE,
                    UNKNOWN_EXPORT,
                    UNKNOWN_JOB,
                    UNKNOWN_FILE,
                    UNKNOWN_DATASET,
                    NOT_FOUND,
                    SOURCE_NOT_FOUND -> 404;
            case REQUEST_TOO_SLOW -> 408;
            case ILLEGAL_STATE, DESTINATION_NOT_LOCAL, DESTINATION_EXISTS, CANCELLED -> 409;
            case FILES_REMOVED -> 410;
            case CHANGED_MEANWHILE -> 412;
            case TOO_LARGE -> 413;
            case CONTROL_ELSEWHERE -> 421;
            case DUPLICATE_DESTINATION, IDEMPOTENCY_KEY_REUSED, EXPORT_READ_ONLY, UNSUPPORTED -> 422;
            case SPECIAL_FILE, LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP, NOT_A_DIRECTORY, IS_A_DIRECTORY -> 422;
            case NAME_TOO_LONG, PATH_BLOCKED, DESTINATION_UNREADABLE -> 422;
            case TOO_MANY_REQUESTS, RATE_LIMITED -> 429;
            case INTERNAL -> 500;
            case PROTOCOL_VIOLATION, PROTOCOL_VERSION, BLOCK_CHECKSUM, CHECKSUM_MISMATCH, CHECKSUM_DISPUTED -> 502;
            case TICKET_EXPIRED, SOURCE_CHANGED, SOURCE_READ_ERROR, WRITE_ERROR, SYNC_FAILED, JOURNAL_DAMAGED -> 503;
            case PEER_UNREACHABLE, CONNECTION_LOST, GOING_AWAY, TOO_MANY_CONNECTIONS -> 503;
            case CATALOG_UNAVAILABLE, CATALOG_FULL, STOPPING, DESTINATION_BUSY, HARD_LINK_WAITS -> 503;
            case TOO_MANY_OPEN_FILES, READ_BACK_FAILED -> 503;
            case INDEX_INCOMPLETE, INDEX_UNAVAILABLE -> 503;
            case WINDOW_CLOSED, SITE_MAINTENANCE -> 503;
            case DATA_NODE_UNREACHABLE, DATA_NODE_BUSY, BEING_STAGED, EXPORT_ELSEWHERE -> 503;
            case TIMED_OUT, OUTCOME_UNKNOWN -> 504;
            // Only a person at that site can mend these: the request was right, the site cannot do it as it is.
            case PEER_NOT_PINNED, SECURITY_MISMATCH, SOURCE_UNREADABLE, NO_SPACE, QUOTA_EXCEEDED, READ_ONLY -> 409;
            case LOGIN_NEEDED, CERTIFICATE_REFUSED, ADDRESS_REFUSED, PLAIN_HTTP_REFUSED, NOT_DATA, FILE_MALFORMED ->
                409;
            case SITE_BANNED, PUBLICATION_REFUSED, REPLICA_INCOMPLETE, BACKUP_FAILED -> 409;
            case PERMISSION, CONFINEMENT_UNAVAILABLE, EXPORT_MISSING, EXPORT_DIFFERS, EVIDENCE_MISSING -> 409;
            case CATALOG_DAMAGED, CATALOG_UNSAFE, ALREADY_RUNNING, HOME_INCOMPLETE, NODE_REMOVED, STALE_LEASE -> 503;
        };
    }

    /** The reason phrase of a status that {@link #of} gives. */
    static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> throw new IllegalArgumentException("no code has the status " + status);
        };
    }

    /** A drive needs minutes to bring a file from tape. */
    private static int secondsOf(ErrorCode code) {
        if (code == ErrorCode.BEING_STAGED) return 120;
        return code == ErrorCode.RATE_LIMITED ? 60 : 2;
    }

    /** Seconds after which asking again may help, for the statuses that say so; 0 for the others. */
    public static int retryAfterSeconds(ErrorCode code) {
        return switch (of(code)) {
            case 429, 503 -> secondsOf(code);
            default -> 0;
        };
    }
}
