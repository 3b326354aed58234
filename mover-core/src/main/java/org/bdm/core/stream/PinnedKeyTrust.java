package org.bdm.core.stream;

import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.internal.tcnative.CertificateVerifier;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeKey;

/** Believes in keys, not in names or issuers: the peer's key must be pinned. TLS itself proves that the peer has it. */
final class PinnedKeyTrust extends X509ExtendedTrustManager {
    private final Predicate<NodeId> isAccepted;

    PinnedKeyTrust(Predicate<NodeId> isAccepted) {
        this.isAccepted = isAccepted;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0) throw refusal("it showed no certificate");
        chain[0].checkValidity();
        NodeId node = NodeKey.nodeOf(chain[0].getPublicKey());
        if (!isAccepted.test(node)) throw refusal(node.toString());
    }

    /** Without the number BoringSSL would tell the peer "internal error" instead of "bad certificate". */
    private static CertificateException refusal(String what) {
        return new OpenSslCertificateException(
                what, new PinRefusedException(what), CertificateVerifier.X509_V_ERR_CERT_REJECTED);
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
