package org.bdm.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

/** For which keys the key of a site vouches, and for which it does not, whatever is shown. */
class NodeEndorsementTest {
    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final NodeKey SITE = NodeKey.create(CLOCK, RANDOM);
    private static final NodeKey NODE = NodeKey.create(CLOCK, RANDOM);
    private static final NodeKey STRANGER = NodeKey.create(CLOCK, RANDOM);

    private static PublicKey publicKey(NodeKey key) {
        return key.certificate().getPublicKey();
    }

    private static List<X509Certificate> signed(NodeKey site, NodeKey node) {
        return NodeEndorsement.sign(site, publicKey(node).getEncoded(), CLOCK, RANDOM);
    }

    private static void assertRefused(List<X509Certificate> shown, Instant now, String why) {
        assertRefused(() -> NodeEndorsement.pinOf(shown, now), why);
    }

    private static void assertRefused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PEER_NOT_PINNED))
                .hasMessageContaining(why);
    }

    /** A certificate of the node's key with everything right but what a test changes. */
    private static final class Forged {
        private PublicKey subject = publicKey(NODE);
        private PrivateKey signer = SITE.privateKey();
        private String algorithm = "SHA256withECDSA";
        private Instant until = NOW.plus(Duration.ofDays(1));
        private String purpose = NodeEndorsement.PURPOSE;
        private boolean isIssuer;
        private boolean hasUnknownCondition;

        List<X509Certificate> with(X509Certificate second) {
            try {
                JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                        new X500Principal("CN=bdm node"),
                        BigInteger.TEN,
                        Date.from(NOW.minusSeconds(60)),
                        Date.from(until),
                        new X500Principal("CN=n"),
                        subject);
                builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isIssuer));
                builder.addExtension(
                        Extension.extendedKeyUsage,
                        true,
                        new ExtendedKeyUsage(KeyPurposeId.getInstance(new ASN1ObjectIdentifier(purpose))));
                if (hasUnknownCondition)
                    builder.addExtension(new ASN1ObjectIdentifier("2.25.7"), true, new byte[] {5, 0});
                return List.of(
                        new JcaX509CertificateConverter()
                                .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(signer))),
                        second);
            } catch (OperatorCreationException | GeneralSecurityException | IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void nodeIsKnownByTheKeyOfItsSite() {
        assertThat(NodeEndorsement.pinOf(signed(SITE, NODE), NOW)).isEqualTo(SITE.node());
        assertThat(NodeEndorsement.pinOf(new Forged().with(SITE.certificate()), NOW))
                .as("what the other tests change one by one")
                .isEqualTo(SITE.node());
    }

    @Test
    void keyAloneIsKnownByItself() {
        assertThat(NodeEndorsement.pinOf(NODE.certificates(), NOW)).isEqualTo(NODE.node());
    }

    @Test
    void certificateHoldsForAWeekAndAnHourBeforeForTheClocks() {
        List<X509Certificate> shown = signed(SITE, NODE);
        assertThat(shown.get(0).getNotAfter().toInstant()).isEqualTo(NOW.plus(Duration.ofDays(7)));
        Instant end = NOW.plus(Duration.ofDays(7));
        assertThatCode(() -> NodeEndorsement.pinOf(shown, end)).doesNotThrowAnyException();
        assertRefused(shown, end.plusSeconds(1), "it is valid from");
        assertThatCode(() -> NodeEndorsement.pinOf(shown, NOW.minus(Duration.ofHours(1))))
                .doesNotThrowAnyException();
        assertRefused(shown, NOW.minus(Duration.ofHours(1)).minusSeconds(1), "it is valid from");
    }

    @Test
    void certificateThatAnotherKeySignedIsRefused() {
        Forged forged = new Forged();
        forged.signer = STRANGER.privateKey();
        assertRefused(forged.with(SITE.certificate()), NOW, "that key did not sign it");
    }

    @Test
    void selfSignedCertificateWithThatOfTheSiteBehindItIsRefused() {
        assertRefused(List.of(STRANGER.certificate(), SITE.certificate()), NOW, "that key did not sign it");
        Forged forged = new Forged();
        forged.subject = publicKey(STRANGER);
        forged.signer = STRANGER.privateKey();
        assertRefused(forged.with(SITE.certificate()), NOW, "that key did not sign it");
    }

    @Test
    void nodeOfAnotherSiteIsKnownByTheKeyOfThatOne() {
        assertThat(NodeEndorsement.pinOf(signed(STRANGER, NODE), NOW)).isEqualTo(STRANGER.node());
        assertRefused(List.of(signed(STRANGER, NODE).get(0), SITE.certificate()), NOW, "that key did not sign it");
    }

    @Test
    void nodeVouchesForNobody() {
        X509Certificate ofNode = signed(SITE, NODE).get(0);
        X509Certificate ofGuest = signed(NODE, STRANGER).get(0);
        assertThat(NodeEndorsement.pinOf(List.of(ofGuest, ofNode), NOW))
                .as("the node's own key, which nobody has pinned")
                .isEqualTo(NODE.node());
        assertRefused(List.of(ofGuest, SITE.certificate()), NOW, "that key did not sign it");
        assertRefused(List.of(ofGuest, ofNode, SITE.certificate()), NOW, "3 certificates");
    }

    @Test
    void certificateThatMayIssueOthersIsRefused() {
        Forged forged = new Forged();
        forged.isIssuer = true;
        assertRefused(forged.with(SITE.certificate()), NOW, "not a certificate for a node");
    }

    @Test
    void certificateForSomethingElseIsRefused() {
        Forged forged = new Forged();
        forged.purpose = KeyPurposeId.id_kp_clientAuth.getId();
        assertRefused(forged.with(SITE.certificate()), NOW, "not a certificate for a node");
        forged = new Forged();
        forged.hasUnknownCondition = true;
        assertRefused(forged.with(SITE.certificate()), NOW, "not a certificate for a node");
        assertRefused(List.of(SITE.certificate(), SITE.certificate()), NOW, "more than 31 days");
    }

    @Test
    void certificateThatWouldHoldForYearsIsRefused() {
        Forged forged = new Forged();
        forged.until = NOW.plus(Duration.ofDays(400));
        assertRefused(forged.with(SITE.certificate()), NOW, "more than 31 days");
    }

    @Test
    void otherSignaturesAndKeysAreRefused() throws GeneralSecurityException {
        Forged other = new Forged();
        other.algorithm = "SHA384withECDSA";
        assertRefused(other.with(SITE.certificate()), NOW, "not ECDSA with SHA-256");
        other = new Forged();
        other.algorithm = "SHA1withECDSA";
        assertRefused(other.with(SITE.certificate()), NOW, "not ECDSA with SHA-256");

        KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        other = new Forged();
        other.subject = rsa.getPublic();
        assertRefused(other.with(SITE.certificate()), NOW, "not on P-256");
        KeyPairGenerator large = KeyPairGenerator.getInstance("EC");
        large.initialize(new ECGenParameterSpec("secp384r1"));
        other.subject = large.generateKeyPair().getPublic();
        assertRefused(other.with(SITE.certificate()), NOW, "not on P-256");

        other = new Forged();
        other.subject = rsa.getPublic();
        other.signer = rsa.getPrivate();
        other.algorithm = "SHA256withRSA";
        List<X509Certificate> ofRsa = other.with(SITE.certificate());
        assertRefused(List.of(ofRsa.get(0), ofRsa.get(0)), NOW, "not on P-256");
    }

    @Test
    void everyAlteredByteOfWhatWasSignedIsRefused() throws CertificateEncodingException {
        X509Certificate certificate = signed(SITE, NODE).get(0);
        byte[] good = certificate.getEncoded();
        int begin = 4; // behind the length of the whole
        for (int at = begin; at < begin + certificate.getTBSCertificate().length; at++) {
            byte[] altered = good.clone();
            altered[at] ^= 1;
            assertThatThrownBy(() -> NodeEndorsement.pinOf(
                            List.of(NodeEndorsement.certificate(altered), SITE.certificate()), NOW))
                    .as("byte %d", at)
                    .isInstanceOf(MoverException.class);
        }
    }

    @Test
    void onlyKeysOnP256AreSigned() throws GeneralSecurityException {
        byte[] rsa = KeyPairGenerator.getInstance("RSA")
                .generateKeyPair()
                .getPublic()
                .getEncoded();
        assertThatThrownBy(() -> NodeEndorsement.sign(SITE, rsa, CLOCK, RANDOM)).isInstanceOf(MoverException.class);
        assertThatThrownBy(() -> NodeEndorsement.sign(SITE, new byte[] {1, 2}, CLOCK, RANDOM))
                .isInstanceOf(MoverException.class);
    }

    @Test
    void nodeShowsOnlyCertificatesOfItsOwnKeyByItsSite() {
        EndorsedKey key = new EndorsedKey(NODE, SITE.node(), signed(SITE, NODE), CLOCK);
        assertThat(key.pin()).isEqualTo(SITE.node());
        assertThat(key.until()).isEqualTo(NOW.plus(NodeEndorsement.LIFETIME));
        List<X509Certificate> fresh = signed(SITE, NODE);
        key.renew(fresh);
        assertThat(key.certificates()).isEqualTo(fresh);
        assertRefused(() -> key.renew(signed(SITE, STRANGER)), "is not one of the key");
        assertRefused(() -> key.renew(signed(STRANGER, NODE)), "is not one of the key");
        assertThat(key.certificates()).isEqualTo(fresh);
    }
}
