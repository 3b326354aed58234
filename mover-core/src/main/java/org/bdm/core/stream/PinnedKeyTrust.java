package org.bdm.core.stream;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.internal.tcnative.CertificateVerifier;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeEndorsement;

/**
 * Believes in keys, not in names: the peer's key must be pinned, or be one for which a pinned key vouches. TLS itself proves that the peer has
 * it.
 */
final class PinnedKeyTrust extends X509ExtendedTrustManager {
    private final Predicate<NodeId> isAccepted;

    PinnedKeyTrust(Predicate<NodeId> isAccepted) {
        this.isAccepted = isAccepted;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        try {
            NodeId node = NodeEndorsement.pinOfHandshake(List.of(chain));
            if (!isAccepted.test(node)) throw refusal(node.toString());
        } catch (MoverException e) {
            throw refusal(e.detail());
        }
    }

    /** Without the number BoringSSL would tell the peer "internal error" instead of "bad certificate". */
    private static CertificateException refusal(String what) {
        if (!OpenSsl.isAvailable()) return new CertificateException(what, new PinRefusedException(what));
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
