package org.bdm.core.identity;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;

/** The key of a node: P-256, with a self-signed certificate for TLS. Its fingerprint is the name of the node. Immutable. */
public final class NodeKey implements NodeCredentials {
    private final PrivateKey privateKey;
    private final X509Certificate certificate;
    private final NodeId node;

    NodeKey(PrivateKey privateKey, X509Certificate certificate) {
        this.privateKey = privateKey;
        this.certificate = certificate;
        this.node = nodeOf(certificate.getPublicKey());
    }

    /**
     * Reads the key from a file, or makes one and writes it there if the file does not exist. Blocks.
     *
     * @param file PEM with the private key (PKCS #8) and the certificate, readable for its owner alone
     * @throws MoverException INVALID_REQUEST if the file can be read or written by others, cannot be read, or is not such a key
     */
    public static NodeKey loadOrCreate(Path file, Clock clock, SecureRandom random) {
        return NodeKeyFile.loadOrCreate(file, clock, random);
    }

    /**
     * Reads a key that must be there. Blocks.
     *
     * @throws MoverException INVALID_REQUEST as {@link #loadOrCreate}, and if there is no such file
     */
    public static NodeKey load(Path file) {
        return NodeKeyFile.loadThere(file);
    }

    /** A new key that is in no file. */
    public static NodeKey create(Clock clock, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            return new NodeKey(pair.getPrivate(), NodeCertificate.selfSigned(pair, clock, random));
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "this Java cannot create P-256 keys", e);
        }
    }

    /**
     * A self-signed certificate of this key for HTTPS, PEM. Made anew at each start, since the addresses of a host change.
     *
     * @param hosts names and literal addresses that clients use
     */
    public String webCertificate(List<String> hosts, Clock clock, SecureRandom random) {
        try {
            KeyPair pair = new KeyPair(certificate.getPublicKey(), privateKey);
            byte[] encoded =
                    NodeCertificate.selfSigned(pair, hosts, clock, random).getEncoded();
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
            return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot create a certificate for HTTPS", e);
        }
    }

    /** The name of the node with this public key: SHA-256 of its SubjectPublicKeyInfo. */
    public static NodeId nodeOf(PublicKey key) {
        return NodeId.ofKey(key.getEncoded());
    }

    /** The name of this node. */
    public NodeId node() {
        return node;
    }

    @Override
    public NodeKey key() {
        return this;
    }

    @Override
    public List<X509Certificate> certificates() {
        return List.of(certificate);
    }

    @Override
    public NodeId pin() {
        return node;
    }

    /** The certificate shown in TLS. */
    public X509Certificate certificate() {
        return certificate;
    }

    /** The secret. */
    public PrivateKey privateKey() {
        return privateKey;
    }

    /** Names the node, never the secret. */
    @Override
    public String toString() {
        return "key of " + node;
    }
}
