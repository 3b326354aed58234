package org.bdm.core.stream;

import java.util.Optional;

/**
 * Limits and security of a data port.
 *
 * @param tls key and pins; empty refuses TLS
 * @param allowsPlain whether connections without TLS are taken
 * @param connectionsMax open connections in all
 * @param unauthenticatedPerAddressMax open connections of one address that have not ended their greeting; one more takes the place of the
 *     oldest silent one
 * @param timing time limits
 */
public record AcceptSettings(
        Optional<StreamSecurity.Tls> tls,
        boolean allowsPlain,
        int connectionsMax,
        int unauthenticatedPerAddressMax,
        StreamTiming timing) {
    /** Connections in all, unless told otherwise. */
    public static final int CONNECTIONS_MAX_STANDARD = 1024;

    /** Connections of one address before the end of the greeting, unless told otherwise. */
    public static final int UNAUTHENTICATED_MAX_STANDARD = 16;

    /** TLS only, standard limits. */
    public static AcceptSettings tlsOnly(StreamSecurity.Tls tls) {
        return new AcceptSettings(
                Optional.of(tls), false, CONNECTIONS_MAX_STANDARD, UNAUTHENTICATED_MAX_STANDARD, StreamTiming.STANDARD);
    }

    /** TLS and plain, standard limits. */
    public static AcceptSettings tlsOrPlain(StreamSecurity.Tls tls) {
        return new AcceptSettings(
                Optional.of(tls), true, CONNECTIONS_MAX_STANDARD, UNAUTHENTICATED_MAX_STANDARD, StreamTiming.STANDARD);
    }
}
