package org.bdm.core.identity;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** The file of a node's key. Written under another name and renamed, so that a crash never leaves half a key. */
final class NodeKeyFile {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int BYTES_MAX = 64 << 10;

    private NodeKeyFile() {}

    static NodeKey loadOrCreate(Path file, Clock clock, SecureRandom random) {
        try {
            if (Files.exists(file)) return load(file);
            NodeKey key = NodeKey.create(clock, random);
            store(key, file);
            return key;
        } catch (IOException | GeneralSecurityException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "cannot read or create the key of this node at " + file, e);
        }
    }

    static NodeKey loadThere(Path file) {
        try {
            return load(file);
        } catch (IOException | GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "cannot read the key " + file + ": " + e, e);
        }
    }

    private static NodeKey load(Path file) throws IOException, GeneralSecurityException {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        permissions.addAll(Files.getPosixFilePermissions(file));
        permissions.removeAll(OWNER_ONLY);
        if (!permissions.isEmpty()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "other users can read the key of this node; run: chmod 600 " + file);
        }
        if (Files.size(file) > BYTES_MAX) throw notAKey(file);
        PrivateKey privateKey = null;
        X509Certificate certificate = null;
        try (PEMParser parser = new PEMParser(new StringReader(Files.readString(file, StandardCharsets.US_ASCII)))) {
            for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
                if (part instanceof PrivateKeyInfo info) privateKey = new JcaPEMKeyConverter().getPrivateKey(info);
                if (part instanceof X509CertificateHolder holder) {
                    certificate = new JcaX509CertificateConverter().getCertificate(holder);
                }
            }
        }
        if (privateKey == null || certificate == null || !belongTogether(privateKey, certificate)) throw notAKey(file);
        return new NodeKey(privateKey, certificate);
    }

    private static boolean belongTogether(PrivateKey privateKey, X509Certificate certificate)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(privateKey);
        signature.update((byte) 1);
        byte[] value = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update((byte) 1);
        return signature.verify(value);
    }

    private static MoverException notAKey(Path file) {
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                "not a node key (PEM with a P-256 key in PKCS #8 and its certificate): " + file);
    }

    private static void store(NodeKey key, Path file) throws IOException, GeneralSecurityException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) throw new NoSuchFileException(file.toString());
        Path unfinished =
                Files.createTempFile(directory, ".node-key", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            ByteBuffer content = ByteBuffer.wrap(pem(key).getBytes(StandardCharsets.US_ASCII));
            try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                while (content.hasRemaining()) channel.write(content);
                channel.force(true);
            }
            // A link, not a rename: of two processes that start at once, the second must not replace the key of the
            // first.
            Files.createLink(file, unfinished);
        } finally {
            Files.delete(unfinished);
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static String pem(NodeKey key) throws IOException, GeneralSecurityException {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject("PRIVATE KEY", key.privateKey().getEncoded()));
            writer.writeObject(new PemObject("CERTIFICATE", key.certificate().getEncoded()));
        }
        return text.toString();
    }
}
