package org.bdm.server.job.listing;

import org.bdm.core.fault.MoverException;

/**
 * Tells errors of the pairing, or of the credentials for a store of objects, from errors of a file: a person mends them, and then every file of
 * the job can be had.
 */
final class Credentials {
    private Credentials() {}

    static boolean isReason(MoverException error) {
        return switch (error.code()) {
            case PEER_NOT_PINNED, SECURITY_MISMATCH, TICKET_INVALID, TICKET_FOREIGN, PROTOCOL_VERSION, PERMISSION ->
                true;
            default -> false;
        };
    }
}
