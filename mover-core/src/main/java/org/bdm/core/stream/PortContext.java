package org.bdm.core.stream;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import java.util.List;

/** The TLS context of a data port; made anew after the certificates of the node were renewed. Any thread. */
final class PortContext {
    private record Made(List<X509Certificate> certificates, SslContext context) {}

    private final StreamSecurity.Tls tls;
    private final SslProvider provider;
    private volatile Made made;

    PortContext(StreamSecurity.Tls tls, SslProvider provider) {
        this.tls = tls;
        this.provider = provider;
        this.made = make(tls.own().certificates());
    }

    private Made make(List<X509Certificate> certificates) {
        return new Made(certificates, TlsContexts.server(tls, provider));
    }

    /** For the next connection. */
    SslContext context() {
        List<X509Certificate> now = tls.own().certificates();
        Made last = made;
        if (last.certificates().equals(now)) return last.context();
        Made fresh = make(now);
        made = fresh;
        return fresh.context();
    }
}
