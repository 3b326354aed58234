package org.bdm.server.interchange.write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.receipt.ReceiptFormat;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.QuotedText;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A receipt: which files a site holds and how it knows, signed with the key of its node (ECDSA P-256). {@link org.bdm.core.receipt.ReceiptVerifier}, or
 * {@code openssl}, checks it. docs/interchange.md has the format.
 */
public final class ReceiptWriter implements ManifestWriter {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final OutputStream out;
    private final Signature signature;
    private long files;
    private long bytes;

    /**
     * Writes the first line.
     *
     * @param subject what the receipt is of: a job or a dataset
     * @throws IOException if the stream broke
     */
    public ReceiptWriter(NodeKey key, String site, String subject, Instant issuedAt, OutputStream out)
            throws IOException {
        this.out = out;
        try {
            signature = Signature.getInstance(ReceiptFormat.SIGNATURE_ALGORITHM);
            signature.initSign(key.privateKey());
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "this Java cannot sign a receipt", e);
        }
        signedLine(json -> {
            json.writeNumberProperty(ReceiptFormat.RECEIPT, ReceiptFormat.VERSION);
            json.writeStringProperty(ReceiptFormat.ISSUED_AT, issuedAt.toString());
            json.writeStringProperty(
                    ReceiptFormat.PUBLIC_KEY,
                    base64(key.certificate().getPublicKey().getEncoded()));
            json.writeStringProperty(ReceiptFormat.SITE, site);
            json.writeStringProperty(ReceiptFormat.SUBJECT, subject);
        });
    }

    /**
     * One line.
     *
     * @throws MoverException EVIDENCE_MISSING if the file has no digest at all
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        ManifestFile.checkPrintable(file.relativePath());
        if (file.digests().isEmpty()) {
            throw new MoverException(
                    ErrorCode.EVIDENCE_MISSING,
                    QuotedText.of(file.relativePath()) + " has no digest: nothing can be said of it in a receipt");
        }
        signedLine(json -> line(json, file));
        files++;
        bytes = Math.addExact(bytes, file.sizeBytes());
    }

    private static void line(JsonGenerator json, ManifestFile file) {
        DatasetName dataset = file.dataset();
        if (dataset != null) json.writeStringProperty(ReceiptFormat.DATASET, dataset.instanceId());
        json.writeObjectPropertyStart(ReceiptFormat.DIGESTS);
        for (Checksum digest : inOrder(file.digests())) {
            json.writeStringProperty(digest.algorithm().standardName(), digest.hex());
        }
        json.writeEndObject();
        if (file.evidence() != null)
            json.writeStringProperty(ReceiptFormat.EVIDENCE, file.evidence().shownAs());
        json.writeStringProperty(ReceiptFormat.MODIFIED, file.modified().toString());
        if (file.now() != null) json.writeStringProperty(ReceiptFormat.NOW, file.now());
        json.writeStringProperty(ReceiptFormat.PATH, file.relativePath());
        json.writeNumberProperty(ReceiptFormat.SIZE_BYTES, file.sizeBytes());
        if (file.trackingId() != null) json.writeStringProperty(ReceiptFormat.TRACKING_ID, file.trackingId());
    }

    private static List<Checksum> inOrder(List<Checksum> digests) {
        return digests.stream()
                .sorted(Comparator.comparing(digest -> digest.algorithm().standardName()))
                .toList();
    }

    @Override
    public void end() throws IOException {
        signedLine(json -> {
            json.writeNumberProperty(ReceiptFormat.BYTES, bytes);
            json.writeNumberProperty(ReceiptFormat.FILES, files);
        });
        try {
            String signed = base64(signature.sign());
            out.write(json(json -> json.writeStringProperty(ReceiptFormat.SIGNATURE, signed)));
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot sign a receipt", e);
        }
        out.flush();
    }

    private void signedLine(Consumer<JsonGenerator> properties) throws IOException {
        byte[] line = json(properties);
        try {
            signature.update(line);
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot sign a receipt", e);
        }
        out.write(line);
    }

    private static byte[] json(Consumer<JsonGenerator> properties) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            properties.accept(json);
            json.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    private static String base64(byte[] value) {
        return Base64.getEncoder().encodeToString(value);
    }
}
