package org.bdm.core.source.http;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate with its key, which may sign others: authorities, intermediates, data nodes and people. */
public record FakeAuthority(String name, PrivateKey key, X509Certificate certificate) {
    private static final AtomicLong SERIAL = new AtomicLong(1);

    /** Signed by itself. */
    public static FakeAuthority root(String name) {
        return signed(name, null, Instant.now().plusSeconds(3600), null);
    }

    /** Signed by itself, for a host that is an address. */
    public static FakeAuthority ofItsOwn(String address) {
        return signed("fake data node", null, Instant.now().plusSeconds(3600), address);
    }

    /** Signed by this one. */
    FakeAuthority intermediate(String child) {
        return signed(child, this, Instant.now().plusSeconds(3600), null);
    }

    /** Of a node at an address, signed by this one. */
    public FakeAuthority node(String address, Instant validUntil) {
        return signed("fake data node", this, validUntil, address);
    }

    private static FakeAuthority signed(String name, FakeAuthority issuer, Instant validUntil, String address) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair pair = generator.generateKeyPair();
            var builder = new JcaX509v3CertificateBuilder(
                    new X500Name("CN=" + (issuer == null ? name : issuer.name)),
                    BigInteger.valueOf(SERIAL.getAndIncrement()),
                    Date.from(validUntil.minusSeconds(7200)),
                    Date.from(validUntil),
                    new X500Name("CN=" + name),
                    pair.getPublic());
            if (address != null) {
                builder.addExtension(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(new GeneralName(GeneralName.iPAddress, address)));
            }
            builder.addExtension(
                    Extension.basicConstraints, true, new BasicConstraints(address == null || issuer == null));
            var signer = new JcaContentSignerBuilder("SHA256withECDSA")
                    .build(issuer == null ? pair.getPrivate() : issuer.key);
            return new FakeAuthority(
                    name, pair.getPrivate(), new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new AssertionError(e);
        }
    }

    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                + "\n-----END " + what + "-----\n";
    }

    /** What a server needs that shows this certificate and the others of the chain. */
    public SSLContext serving(X509Certificate... chainAfterIt) {
        return serving(null, chainAfterIt);
    }

    /** The same, and clients are known by certificates of this authority. */
    public SSLContext serving(FakeAuthority ofClients, X509Certificate... chainAfterIt) {
        try {
            X509Certificate[] chain = new X509Certificate[chainAfterIt.length + 1];
            chain[0] = certificate;
            System.arraycopy(chainAfterIt, 0, chain, 1, chainAfterIt.length);
            KeyStore store = emptyStore();
            store.setKeyEntry("node", key, new char[0], chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), ofClients == null ? null : ofClients.trust(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What a client needs that trusts this certificate and no other. */
    public SSLContext trusting() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private TrustManager[] trust() throws GeneralSecurityException, IOException {
        KeyStore trusted = emptyStore();
        trusted.setCertificateEntry("authority", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust.getTrustManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
