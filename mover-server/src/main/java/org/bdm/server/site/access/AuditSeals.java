package org.bdm.server.site.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
    private static final int TROUBLES_MAX = 100;
    private static final long PATIENCE_SECONDS = 5;

    private final Catalog catalog;
    private final NodeCredentials own;
    private final Path file;
    private final Clock clock;

    /** Seals kept in {@code catalog} and {@code file}, which is made with the first one. A node without the key of the site only checks. */
    public AuditSeals(Catalog catalog, NodeCredentials own, Path file, Clock clock) {
        this.catalog = catalog;
        this.own = own;
        this.file = file;
        this.clock = clock;
    }

    /**
     * The result of a check.
     *
     * @param lines of the log
     * @param seals that were compared
     * @param sealedLine the last line under a right seal; 0 for none
     * @param troubles a sentence each; empty if nothing is missing or changed
     */
    public record Finding(long lines, int seals, long sealedLine, List<String> troubles) {
        /** Copies the list. */
        public Finding {
            troubles = List.copyOf(troubles);
        }
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
        try {
            Files.writeString(
                    file,
                    String.join(
                                    " ",
                                    String.valueOf(seal.line()),
                                    seal.at().toString(),
                                    seal.chain(),
                                    seal.publicKey(),
                                    seal.signature())
                            + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.WRITE_ERROR, "cannot write the seal of the audit log to " + file, e);
        }
    }

    /** Walks the whole log and compares it with every seal. */
    public Finding check() {
        List<String> troubles = new ArrayList<>();
        catalog.audit()
                .firstBroken()
                .ifPresent(line -> troubles.add("line " + line + " was changed, or a line is missing there"));
        Set<AuditSeal> seals =
                new TreeSet<>(Comparator.comparingLong(AuditSeal::line).thenComparing(AuditSeal::signature));
        seals.addAll(catalog.audit().seals());
        readFile(seals, troubles);
        long sealed = 0;
        for (AuditSeal seal : seals) {
            String trouble = trouble(seal);
            if (trouble == null) sealed = Math.max(sealed, seal.line());
            else if (troubles.size() < TROUBLES_MAX) troubles.add(trouble);
        }
        return new Finding(catalog.audit().head().map(Head::line).orElse(0L), seals.size(), sealed, troubles);
    }

    private @Nullable String trouble(AuditSeal seal) {
        String which = "the seal of line " + seal.line() + ", made at " + seal.at() + ",";
        if (!isRight(seal)) return which + " is not signed with the key of this site";
        Optional<String> chain = catalog.audit().chainOf(seal.line());
        if (chain.isEmpty())
            return "line " + seal.line() + " is missing: it was there when it was sealed at " + seal.at();
        if (!chain.get().equals(seal.chain())) return which + " does not fit: that line or one before it was changed";
        return null;
    }

    private void readFile(Set<AuditSeal> seals, List<String> troubles) {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                String[] parts = line.split(" ", -1);
                if (parts.length != 5) {
                    troubles.add(file.getFileName() + " has a line that is not a seal");
                    continue;
                }
                seals.add(
                        new AuditSeal(Long.parseLong(parts[0]), Instant.parse(parts[1]), parts[2], parts[3], parts[4]));
            }
        } catch (NoSuchFileException none) {
            if (!seals.isEmpty() && canSeal())
                troubles.add(file.getFileName() + " is missing, and the catalog has seals");
        } catch (IOException | NumberFormatException | DateTimeException e) {
            troubles.add(file.getFileName() + " cannot be read: " + e.getMessage());
        }
    }

    private boolean isRight(AuditSeal seal) {
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
