package org.bdm.server.connections;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of authorities that count beside those of Java for the servers that this one calls over TLS: mail server, receivers of hooks,
 * issuer, indexes. Data nodes and other sites have settings of their own, and do not use them.
 */
public final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /**
     * Makes them count for every later TLS connection of this process that has no settings of its own. Before anything is called.
     *
     * @param file certificates in PEM form
     * @throws MoverException INVALID_REQUEST if the file cannot be read or holds no certificate
     */
    public static void use(Path file) {
        SSLContext.setDefault(context(file));
    }

    static SSLContext context(Path file) {
        try {
            KeyStore store = store(file);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw refused(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (X509Certificate known : ofSystem()) store.setCertificateEntry("system-" + number++, known);
        for (Certificate more : read(file)) store.setCertificateEntry("file-" + number++, more);
        return store;
    }

    /** The number of authorities that count. */
    static int authorities(Path file) throws IOException, GeneralSecurityException {
        return store(file).size();
    }

    private static Collection<? extends Certificate> read(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) throw refused(file, "it holds no certificate in PEM form", null);
            return found;
        }
    }

    private static X509Certificate[] ofSystem() throws GeneralSecurityException {
        TrustManagerFactory standard = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        standard.init((KeyStore) null);
        return Arrays.stream(standard.getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .flatMap(manager -> Arrays.stream(manager.getAcceptedIssuers()))
                .toArray(X509Certificate[]::new);
    }

    private static MoverException refused(Path file, String why, @Nullable Throwable cause) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--ca-file " + file + " cannot be used: " + why, cause);
    }
}
