package org.bdm.core.stream;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeKey;

/** Believes in keys, not in names or issuers: the peer's key must be pinned. TLS itself proves that the peer has it. */
final class PinTrustManager extends X509ExtendedTrustManager {
    private final Predicate<NodeId> isAccepted;

    PinTrustManager(Predicate<NodeId> isAccepted) {
        this.isAccepted = isAccepted;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0) throw new PinRefusedException("it showed no certificate");
        chain[0].checkValidity();
        NodeId node = NodeKey.nodeOf(chain[0].getPublicKey());
        if (!isAccepted.test(node)) throw new PinRefusedException(node.toString());
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
