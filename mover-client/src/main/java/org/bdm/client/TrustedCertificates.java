package org.bdm.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the certificates of one PEM file alone, for servers whose certificate no public authority signed. */
final class TrustedCertificates {
    private TrustedCertificates() {}

    /** For an address without TLS: the authorities that Java brings need not be read, which takes longer than most answers. */
    static SSLContext none() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    static SSLContext only(Path pemFile) {
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
