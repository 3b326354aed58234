package org.bdm.core.source.http.node;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * TLS towards data nodes: TLS 1.2 and 1.3, certificate and host name are always verified. BoringSSL where it is available, else the JDK's.
 * Any thread.
 */
final class TlsClients {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final HttpSettings settings;
    private final Map<String, Made> byNode = new ConcurrentHashMap<>();
    private volatile @Nullable SslContext usual;

    /** A context, and the policy that it was made of. */
    private record Made(NodePolicy policy, SslContext context) {}

    TlsClients(HttpSettings settings) {
        this.settings = settings;
    }

    /**
     * The context for connections to a node.
     *
     * @throws MoverException INVALID_REQUEST if the PEM that is configured for it cannot be read
     */
    SslContext contextFor(String node) {
        NodePolicy policy = settings.policy(node);
        if (policy.extraCaPem().isPresent() || policy.clientPem().isPresent()) {
            return byNode.compute(node, (name, made) -> current(name, made, policy))
                    .context();
        }
        SslContext made = usual;
        if (made == null) {
            made = build(node, NodePolicy.NONE);
            usual = made;
        }
        return made;
    }

    private static Made current(String node, @Nullable Made made, NodePolicy policy) {
        if (made != null && made.policy().hasCertificatesOf(policy)) return made;
        return new Made(policy, build(node, policy));
    }

    static SslContext build(String node, NodePolicy policy) {
        return build(node, policy, OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK);
    }

    /** A context of the JDK, for clients that take no other. */
    static SSLContext buildOfJdk(String node, NodePolicy policy) {
        return ((JdkSslContext) build(node, policy, SslProvider.JDK)).context();
    }

    private static SslContext build(String node, NodePolicy policy, SslProvider provider) {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .sslProvider(provider)
                    .protocols(PROTOCOLS)
                    .endpointIdentificationAlgorithm("HTTPS");
            if (policy.extraCaPem().isPresent())
                builder.trustManager(platformAnd(policy.extraCaPem().get()));
            Optional<String> client = policy.clientPem();
            if (client.isPresent()) builder.keyManager(pem(client.get()), pem(client.get()));
            return builder.build();
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "the certificates configured for the data node " + node + " cannot be used: "
                            + ConnectFailures.shortly(e),
                    e);
        }
    }

    private static InputStream pem(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static TrustManagerFactory platformAnd(String extraPem) throws GeneralSecurityException, IOException {
        KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
        all.load(null, null);
        int count = 0;
        for (Certificate extra : CertificateFactory.getInstance("X.509").generateCertificates(pem(extraPem))) {
            all.setCertificateEntry("extra-" + count++, extra);
        }
        if (count == 0) throw new IllegalArgumentException("there is no certificate in the CA file");
        TrustManagerFactory platform = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        platform.init((KeyStore) null);
        for (TrustManager trusting : platform.getTrustManagers()) {
            if (!(trusting instanceof X509TrustManager x509)) continue;
            for (X509Certificate issuer : x509.getAcceptedIssuers())
                all.setCertificateEntry("platform-" + count++, issuer);
        }
        TrustManagerFactory both = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        both.init(all);
        return both;
    }
}
