package org.bdm.core.identity;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import javax.security.auth.x500.X500Principal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Makes and checks the certificate by which the key of a site vouches for the key of one of its nodes (docs/protocol.md, section 2). There
 * are two keys and never more: what a node's key signs vouches for nobody.
 */
public final class NodeEndorsement {
    /** The time that a new one holds: for so long a node that was removed may still be taken for one of the site. */
    public static final Duration LIFETIME = Duration.ofDays(7);

    /** The longest time that is accepted, whatever another site chooses. */
    public static final Duration LIFETIME_MAX = Duration.ofDays(31);

    /** Purpose of the certificate (extended key usage): other certificates that the site's key signed are not endorsements. */
    static final String PURPOSE = "2.25.204915173285306729157316874019356862341";

    static final String SIGNATURE_OID = "1.2.840.10045.4.3.2"; // ECDSA with SHA-256
    private static final String SIGNATURE_NAME = "SHA256withECDSA";
    private static final byte[] P256_KEY_BEGINS =
            HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
    private static final int P256_KEY_BYTES = 91;
    private static final Duration CLOCK_ALLOWANCE = Duration.ofHours(1);
    private static final int SERIAL_BITS = 120;

    private NodeEndorsement() {}

    /**
     * Vouches for the key of a node, for {@link #LIFETIME} from now.
     *
     * @param node SubjectPublicKeyInfo of its key
     * @return the certificate of the node, then that of the site
     * @throws MoverException INVALID_REQUEST if it is no key on P-256
     */
    public static List<X509Certificate> sign(NodeKey site, byte[] node, Clock clock, SecureRandom random) {
        return sign(site, publicKey(node), clock.instant(), LIFETIME, random);
    }

    static List<X509Certificate> sign(
            NodeKey site, PublicKey node, Instant from, Duration lifetime, SecureRandom random) {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                site.certificate()
                        .getSubjectX500Principal(), // some TLS libraries look at names, and refuse a chain without them
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(from.minus(CLOCK_ALLOWANCE)),
                Date.from(from.plus(lifetime)),
                new X500Principal(
                        "CN=bdm node " + NodeKey.nodeOf(node).fingerprint().substring(0, 16)),
                node);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, true, purposes());
            return List.of(signed(builder, site, random), site.certificate());
        } catch (OperatorCreationException | CertIOException | GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot sign the key of a node", e);
        }
    }

    private static ExtendedKeyUsage purposes() {
        return new ExtendedKeyUsage(new KeyPurposeId[] {
            KeyPurposeId.getInstance(new ASN1ObjectIdentifier(PURPOSE)),
            KeyPurposeId.id_kp_serverAuth,
            KeyPurposeId.id_kp_clientAuth
        });
    }

    private static X509Certificate signed(JcaX509v3CertificateBuilder builder, NodeKey site, SecureRandom random)
            throws OperatorCreationException, GeneralSecurityException {
        X509CertificateHolder holder = builder.build(new JcaContentSignerBuilder(SIGNATURE_NAME)
                .setSecureRandom(random)
                .build(site.privateKey()));
        return new JcaX509CertificateConverter().getCertificate(holder);
    }

    /**
     * The key under which others know who shows these certificates: that of the first one if it is alone, else that of the second, which
     * must vouch for the first. Whether that key is pinned is the caller's question; that the first key is there TLS or a signature proves.
     *
     * @throws MoverException PEER_NOT_PINNED with the reason
     */
    public static NodeId pinOf(List<X509Certificate> shown, Instant now) {
        return pinOf(shown, certificate -> isValid(certificate, now));
    }

    /** As the other, by the clock of the machine: in the handshake, as TLS libraries do. */
    public static NodeId pinOfHandshake(List<X509Certificate> shown) {
        return pinOf(shown, NodeEndorsement::isValidByMachine);
    }

    private static NodeId pinOf(List<X509Certificate> shown, Predicate<X509Certificate> holdsNow) {
        if (shown.isEmpty()) throw refused("no certificate was shown");
        X509Certificate first = shown.get(0);
        if (shown.size() == 1) {
            if (!holdsNow.test(first)) throw refused("the certificate of " + nodeOf(first) + " is not valid now");
            return nodeOf(first);
        }
        if (shown.size() > 2) throw refused(shown.size() + " certificates were shown, not one or two");
        PublicKey site = shown.get(1).getPublicKey();
        check(first, site, holdsNow);
        return NodeKey.nodeOf(site);
    }

    /**
     * Refuses a certificate by which the key of a site does not vouch for a node now.
     *
     * @throws MoverException PEER_NOT_PINNED with the reason
     */
    static void check(X509Certificate node, PublicKey site, Instant now) {
        check(node, site, certificate -> isValid(certificate, now));
    }

    private static void check(X509Certificate node, PublicKey site, Predicate<X509Certificate> holdsNow) {
        String trouble = trouble(node, site, holdsNow);
        if (trouble == null) return;
        throw refused("the key " + NodeKey.nodeOf(site) + " does not vouch for " + nodeOf(node) + ": " + trouble);
    }

    private static NodeId nodeOf(X509Certificate certificate) {
        return NodeKey.nodeOf(certificate.getPublicKey());
    }

    private static @Nullable String trouble(X509Certificate node, PublicKey site, Predicate<X509Certificate> holdsNow) {
        if (!isOnP256(site) || !isOnP256(node.getPublicKey())) return "a key is not on P-256";
        if (!SIGNATURE_OID.equals(node.getSigAlgOID())) return "its signature algorithm is not ECDSA with SHA-256";
        if (!isSignedBy(node, site)) return "that key did not sign it";
        Instant from = node.getNotBefore().toInstant();
        Instant until = node.getNotAfter().toInstant();
        if (Duration.between(from, until).compareTo(LIFETIME_MAX.plus(CLOCK_ALLOWANCE)) > 0)
            return "it is valid for more than " + LIFETIME_MAX.toDays() + " days";
        if (!holdsNow.test(node)) return "it is valid from " + from + " to " + until + ", not now";
        if (!isForThis(node)) return "it is not a certificate for a node";
        return null;
    }

    private static boolean isSignedBy(X509Certificate node, PublicKey site) {
        try {
            node.verify(site);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean isForThis(X509Certificate node) {
        try {
            List<String> purposes = node.getExtendedKeyUsage();
            return purposes != null
                    && purposes.contains(PURPOSE)
                    && node.getBasicConstraints() < 0
                    && !node.hasUnsupportedCriticalExtension();
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean isValid(X509Certificate certificate, Instant now) {
        return !now.isBefore(certificate.getNotBefore().toInstant())
                && !now.isAfter(certificate.getNotAfter().toInstant());
    }

    private static boolean isValidByMachine(X509Certificate certificate) {
        try {
            certificate.checkValidity();
            return true;
        } catch (CertificateExpiredException | CertificateNotYetValidException e) {
            return false;
        }
    }

    private static boolean isOnP256(PublicKey key) {
        byte[] encoded = key.getEncoded();
        if (encoded == null || encoded.length != P256_KEY_BYTES) return false;
        return HexFormat.of()
                .formatHex(encoded, 0, P256_KEY_BEGINS.length)
                .equals(HexFormat.of().formatHex(P256_KEY_BEGINS));
    }

    /**
     * A public key from its bytes.
     *
     * @throws MoverException INVALID_REQUEST if it is no key on P-256
     */
    static PublicKey publicKey(byte[] encoded) {
        try {
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
            if (isOnP256(key)) return key;
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the key of a node is not on P-256");
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the key of a node cannot be read", e);
        }
    }

    /**
     * A certificate from its bytes.
     *
     * @throws MoverException INVALID_REQUEST if it is none
     */
    public static X509Certificate certificate(byte[] encoded) {
        try {
            ByteArrayInputStream in = new ByteArrayInputStream(encoded);
            X509Certificate read =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            if (in.available() == 0) return read;
            throw new MoverException(ErrorCode.INVALID_REQUEST, "bytes follow a certificate");
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a certificate cannot be read", e);
        }
    }

    private static MoverException refused(String why) {
        return new MoverException(ErrorCode.PEER_NOT_PINNED, why);
    }
}
