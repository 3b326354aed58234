package org.bdm.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Connections with TLS to a server whose certificate is trusted and names it. */
final class TlsSockets {
    private final SSLContext context;

    /** Trusts the certificates of a PEM file alone, for servers whose certificate no public authority signed; null: what Java trusts. */
    TlsSockets(@Nullable Path pemFile) {
        try {
            context = pemFile == null ? SSLContext.getDefault() : only(pemFile);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    /** Secures an open connection, which it takes ownership of, to the server of this name or address. */
    Socket over(Socket plain, String host, int port, Duration timeout) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // else any certificate of the authorities would do
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) timeout.toMillis());
        socket.startHandshake();
        return socket;
    }

    private static SSLContext only(Path pemFile) {
        try (InputStream pem = Files.newInputStream(pemFile)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem))
                trusted.setCertificateEntry("certificate-" + number++, certificate);
            if (number == 0) throw new IllegalArgumentException("no certificate in " + pemFile);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("cannot use the certificates of " + pemFile + ": " + e.getMessage(), e);
        }
    }
}
