package org.bdm.core.source.http;

import java.util.Optional;

/**
 * What is configured for one data node. All PEM is content, not a file name: who reads the files says which one was bad.
 *
 * @param connectionsMax connections at once, over all jobs; 0 takes the default
 * @param extraCaPem certificates that are trusted for this node besides those of the platform
 * @param clientPem client certificate, its chain, and its private key, as ESGF's {@code credentials.pem} has them
 * @param bearerToken sent to this node only; never after a redirect to another host
 * @param tokenOverPlainHttp whether the token may be sent without TLS
 */
public record NodePolicy(
        int connectionsMax,
        Optional<String> extraCaPem,
        Optional<String> clientPem,
        Optional<String> bearerToken,
        boolean tokenOverPlainHttp) {
    /** Nothing special. */
    public static final NodePolicy NONE =
            new NodePolicy(0, Optional.empty(), Optional.empty(), Optional.empty(), false);

    /** With another limit of connections; at least 1. */
    public NodePolicy connections(int connections) {
        return new NodePolicy(connections, extraCaPem, clientPem, bearerToken, tokenOverPlainHttp);
    }

    /** Trusting these certificates, too. */
    public NodePolicy extraCa(String pem) {
        return new NodePolicy(connectionsMax, Optional.of(pem), clientPem, bearerToken, tokenOverPlainHttp);
    }

    /** With this certificate and key. */
    public NodePolicy client(String pem) {
        return new NodePolicy(connectionsMax, extraCaPem, Optional.of(pem), bearerToken, tokenOverPlainHttp);
    }

    /** With this token. */
    public NodePolicy token(String token) {
        return new NodePolicy(connectionsMax, extraCaPem, clientPem, Optional.of(token), tokenOverPlainHttp);
    }

    /** Whether the token may go without TLS. */
    public NodePolicy plainToken(boolean may) {
        return new NodePolicy(connectionsMax, extraCaPem, clientPem, bearerToken, may);
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "NodePolicy[connectionsMax=" + connectionsMax + ", extraCa=" + extraCaPem.isPresent()
                + ", clientCertificate=" + clientPem.isPresent() + ", token=" + bearerToken.isPresent() + "]";
    }
}
