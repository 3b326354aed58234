package org.bdm.core.stream;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeCredentials;

/** TLS 1.3, both ends with a pinned key, application protocol {@value #APPLICATION_PROTOCOL}. */
final class TlsContexts {
    static final String APPLICATION_PROTOCOL = "bdm/1";

    private static final ApplicationProtocolConfig ALPN = new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            APPLICATION_PROTOCOL);

    private TlsContexts() {}

    /** BoringSSL where it is available, else the JDK's. */
    static SslProvider bestProvider() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    static SslContext server(StreamSecurity.Tls tls, SslProvider provider) {
        var own = tls.own();
        return build(
                SslContextBuilder.forServer(own.key().privateKey(), shown(own)).clientAuth(ClientAuth.REQUIRE),
                tls,
                provider);
    }

    static SslContext client(StreamSecurity.Tls tls, SslProvider provider) {
        var own = tls.own();
        // Nobody is known by a host name here: the key is pinned.
        return build(
                SslContextBuilder.forClient()
                        .keyManager(own.key().privateKey(), shown(own))
                        .endpointIdentificationAlgorithm(null),
                tls,
                provider);
    }

    private static X509Certificate[] shown(NodeCredentials own) {
        return own.certificates().toArray(X509Certificate[]::new);
    }

    private static SslContext build(SslContextBuilder builder, StreamSecurity.Tls tls, SslProvider provider) {
        try {
            return builder.sslProvider(provider)
                    .protocols("TLSv1.3")
                    .applicationProtocolConfig(ALPN)
                    .trustManager(new PinnedKeyTrust(tls.isAccepted()))
                    .build();
        } catch (SSLException e) {
            throw new MoverException(ErrorCode.INTERNAL, "TLS 1.3 cannot be set up with the key of this node", e);
        }
    }
}
