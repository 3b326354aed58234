package org.bdm.server.site.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.AuditLog.Head;
import org.bdm.server.catalog.site.AuditSeal;
import org.jspecify.annotations.Nullable;

/**
 * Signs the head of the audit log with the key of the site, into the catalog and into a file beside it, and checks log and seals: who may write
 * to the database can neither remove the end of the log nor write it anew unseen. Any thread that may block.
 */
public final class AuditSeals {
    private static final String ALGORITHM = "SHA256withECDSA";
    private static final String CONTEXT = "bdm-audit-seal-1";
    private static final long PATIENCE_SECONDS = 5;

    private final Catalog catalog;
    private final NodeCredentials own;
    private final SealFile file;
    private final Clock clock;

    /** Seals kept in {@code catalog} and {@code file}, which is made with the first one. A node without the key of the site only checks. */
    public AuditSeals(Catalog catalog, NodeCredentials own, Path file, Clock clock) {
        this.catalog = catalog;
        this.own = own;
        this.file = new SealFile(file);
        this.clock = clock;
    }

    /** True if this node has the key of the site: that of a node would prove nothing when its certificate has ended. */
    public boolean canSeal() {
        return own.pin().equals(own.key().node());
    }

    /** Signs the last line, unless it was signed before, or this node cannot. */
    public synchronized void seal() {
        if (!canSeal()) return;
        Optional<Head> head = catalog.audit().head();
        if (head.isEmpty()) return;
        boolean isSealed = catalog.audit()
                .lastSeal()
                .filter(last -> last.line() >= head.get().line())
                .isPresent();
        if (isSealed) return;
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        AuditSeal unsigned = new AuditSeal(head.get().line(), now, head.get().chain(), base64(publicKey()), "");
        AuditSeal seal = new AuditSeal(
                unsigned.line(), now, unsigned.chain(), unsigned.publicKey(), base64(signed(text(unsigned))));
        catalog.audit()
                .addSeal(seal)
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        file.add(seal);
    }

    /**
     * Compares the next lines of the log, and the seals over them, in at most a few seconds.
     *
     * @param cursor of the step before; null: from the first line on
     */
    public AuditFinding check(@Nullable String cursor) {
        return new AuditCheck(catalog, this, file).step(cursor, clock);
    }

    /** True if it was signed with the key of the site. */
    boolean isRight(AuditSeal seal) {
        try {
            byte[] shown = Base64.getDecoder().decode(seal.publicKey());
            if (!NodeId.ofKey(shown).equals(own.pin())) return false;
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(shown)));
            signature.update(text(seal));
            return signature.verify(Base64.getDecoder().decode(seal.signature()));
        } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    private byte[] text(AuditSeal seal) {
        return String.join(
                        "\n",
                        CONTEXT,
                        own.pin().toString(),
                        String.valueOf(seal.line()),
                        seal.at().toString(),
                        seal.chain(),
                        "")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] publicKey() {
        return own.key().certificate().getPublicKey().getEncoded();
    }

    private byte[] signed(byte[] text) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(own.key().privateKey());
            signature.update(text);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "this Java cannot sign the audit log", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
