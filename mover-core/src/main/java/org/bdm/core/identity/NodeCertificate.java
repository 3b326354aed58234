package org.bdm.core.identity;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** Makes the self-signed certificate around a node's key. Peers pin the key, so nothing else in it is believed. */
final class NodeCertificate {
    /** "No well-defined expiration" of RFC 5280: the key lives until the site is paired anew. */
    private static final Instant NO_EXPIRY = Instant.parse("9999-12-31T23:59:59Z");

    private static final Duration CLOCK_ALLOWANCE = Duration.ofDays(2);
    private static final int SERIAL_BITS = 120;

    private NodeCertificate() {}

    static X509Certificate selfSigned(KeyPair pair, Clock clock, SecureRandom random) throws GeneralSecurityException {
        return selfSigned(pair, List.of(), clock, random);
    }

    /** With names that a browser or command compares: host names and literal addresses. */
    static X509Certificate selfSigned(KeyPair pair, List<String> hosts, Clock clock, SecureRandom random)
            throws GeneralSecurityException {
        X500Name name = new X500Name("CN=bdm node");
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(clock.instant().minus(CLOCK_ALLOWANCE)),
                Date.from(NO_EXPIRY),
                name,
                pair.getPublic());
        try {
            if (!hosts.isEmpty()) builder.addExtension(Extension.subjectAlternativeName, false, names(hosts));
            X509CertificateHolder holder = builder.build(new JcaContentSignerBuilder("SHA256withECDSA")
                    .setSecureRandom(random)
                    .build(pair.getPrivate()));
            return new JcaX509CertificateConverter().getCertificate(holder);
        } catch (OperatorCreationException | CertIOException e) {
            throw new GeneralSecurityException("cannot sign a certificate", e);
        }
    }

    private static GeneralNames names(List<String> hosts) {
        return new GeneralNames(hosts.stream()
                .map(host ->
                        new GeneralName(IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new));
    }
}
