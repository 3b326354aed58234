package org.bdm.core.source.http.node;

import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.bdm.core.replica.NodePreference;

/**
 * Configuration of one data node. All PEM is content, not a file name: who reads the files says which one was bad.
 *
 * @param connectionsMax connections at once, over all jobs; 0 takes the default
 * @param preference when it is asked, beside other nodes with the same file
 * @param extraCaPem certificates that are trusted for this node besides those of the platform
 * @param clientPem client certificate, its chain, and its private key, as ESGF's {@code credentials.pem} has them
 * @param bearerToken sent to this node only; never after a redirect to another host
 * @param tokenOverPlainHttp whether the token may be sent without TLS
 * @param plainHttp whether files that it published with {@code https} may come without TLS, although no digest decides
 * @param patience for which a file is waited for in one run while the node says that it is busy or stages it; zero: as usual
 * @param tape how files are brought from its tapes
 */
public record NodePolicy(
        int connectionsMax,
        NodePreference preference,
        Optional<String> extraCaPem,
        Optional<String> clientPem,
        Optional<String> bearerToken,
        boolean tokenOverPlainHttp,
        boolean plainHttp,
        Duration patience,
        TapePolicy tape) {
    /** Longest that a node may be waited for. */
    public static final Duration PATIENCE_MAX = Duration.ofDays(7);

    /** Time for which a file is waited for that its node brings from somewhere slow. */
    public static final Duration PATIENCE_USUAL = Duration.ofMinutes(30);

    /** Most connections that one node may be given. */
    public static final int CONNECTIONS_MAX = 256;

    /** Nothing special. */
    public static final NodePolicy NONE = new NodePolicy(
            0,
            NodePreference.USUAL,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            Duration.ZERO,
            TapePolicy.USUAL);

    /** With another limit of connections; at least 1. */
    public NodePolicy connections(int connections) {
        return new NodePolicy(
                connections,
                preference,
                extraCaPem,
                clientPem,
                bearerToken,
                tokenOverPlainHttp,
                plainHttp,
                patience,
                tape);
    }

    /** Trusting these certificates, too. */
    public NodePolicy extraCa(String pem) {
        return new NodePolicy(
                connectionsMax,
                preference,
                Optional.of(pem),
                clientPem,
                bearerToken,
                tokenOverPlainHttp,
                plainHttp,
                patience,
                tape);
    }

    /** With this certificate and key. */
    public NodePolicy client(String pem) {
        return new NodePolicy(
                connectionsMax,
                preference,
                extraCaPem,
                Optional.of(pem),
                bearerToken,
                tokenOverPlainHttp,
                plainHttp,
                patience,
                tape);
    }

    /** With this token. */
    public NodePolicy token(String token) {
        return new NodePolicy(
                connectionsMax,
                preference,
                extraCaPem,
                clientPem,
                Optional.of(token),
                tokenOverPlainHttp,
                plainHttp,
                patience,
                tape);
    }

    /** Returns this policy with the token allowed, or not, without TLS. */
    public NodePolicy plainToken(boolean may) {
        return new NodePolicy(
                connectionsMax, preference, extraCaPem, clientPem, bearerToken, may, plainHttp, patience, tape);
    }

    /** Returns this policy with plain http allowed, or not, for files published with https. */
    public NodePolicy plainHttp(boolean may) {
        return new NodePolicy(
                connectionsMax,
                preference,
                extraCaPem,
                clientPem,
                bearerToken,
                tokenOverPlainHttp,
                may,
                patience,
                tape);
    }

    /** Asked before or after others. */
    public NodePolicy preference(NodePreference wanted) {
        return new NodePolicy(
                connectionsMax,
                wanted,
                extraCaPem,
                clientPem,
                bearerToken,
                tokenOverPlainHttp,
                plainHttp,
                patience,
                tape);
    }

    /** Waiting so long for a file that is busy or being staged; zero: as usual. */
    public NodePolicy patience(Duration longest) {
        return new NodePolicy(
                connectionsMax,
                preference,
                extraCaPem,
                clientPem,
                bearerToken,
                tokenOverPlainHttp,
                plainHttp,
                longest,
                tape);
    }

    /** With these tapes. */
    public NodePolicy tape(TapePolicy changed) {
        return new NodePolicy(
                connectionsMax,
                preference,
                extraCaPem,
                clientPem,
                bearerToken,
                tokenOverPlainHttp,
                plainHttp,
                patience,
                changed);
    }

    /** Returns the time for which a file is waited for that is being staged. */
    public Duration patienceOrUsual() {
        return patience.isZero() ? PATIENCE_USUAL : patience;
    }

    /** True if the node is told who asks: what it answers then, not everybody may have. */
    boolean hasLogin() {
        return clientPem.isPresent() || bearerToken.isPresent();
    }

    /** True if certificates for a connection are those of the other. */
    public boolean hasCertificatesOf(NodePolicy other) {
        return extraCaPem.equals(other.extraCaPem) && clientPem.equals(other.clientPem);
    }

    /**
     * Refuses certificates that cannot be used.
     *
     * @param node for the sentence of the error
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST
     */
    public void requireUsable(String node) {
        var unused = TlsClients.build(node, this);
    }

    /**
     * Returns the certificates of this policy for a client of the JDK; empty if they are the usual ones.
     *
     * @param node for the sentence of the error
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for certificates that cannot be used
     */
    public Optional<SSLContext> tlsOfJdk(String node) {
        if (extraCaPem.isEmpty() && clientPem.isEmpty()) return Optional.empty();
        return Optional.of(TlsClients.buildOfJdk(node, this));
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "NodePolicy[connectionsMax=" + connectionsMax + ", preference=" + preference + ", extraCa="
                + extraCaPem.isPresent()
                + ", clientCertificate=" + clientPem.isPresent() + ", token=" + bearerToken.isPresent() + ", plainHttp="
                + plainHttp + "]";
    }
}
