package org.bdm.server.interchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks receipts of any length, line by line. Who signed is in the answer; whether that is the right one is the caller's question. */
public final class ReceiptVerifier {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final InputStream in;
    private long files;
    private long bytes;

    private ReceiptVerifier(InputStream in) {
        this.in = in;
    }

    /**
     * Reads all of it.
     *
     * @param receipt buffered by the caller, not closed
     * @throws MoverException RECEIPT_INVALID if a byte was changed, a line is missing or added, or it is no receipt
     * @throws IOException only if the stream broke
     */
    public static Receipt verify(InputStream receipt) throws IOException {
        try {
            return new ReceiptVerifier(receipt).read();
        } catch (JacksonException | GeneralSecurityException | IllegalArgumentException | DateTimeException e) {
            throw new MoverException(ErrorCode.RECEIPT_INVALID, "the receipt cannot be read", e);
        }
    }

    private Receipt read() throws IOException, GeneralSecurityException {
        byte[] first = needed(line());
        JsonNode head = JSON.readTree(first);
        if (head.path(ReceiptFormat.RECEIPT).asInt(0) != ReceiptFormat.VERSION) throw invalid("it is no receipt");
        byte[] key = Base64.getDecoder().decode(text(head, ReceiptFormat.PUBLIC_KEY));
        PublicKey publicKey = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(key));
        Signature signature = Signature.getInstance(ReceiptFormat.SIGNATURE_ALGORITHM);
        signature.initVerify(publicKey);
        signature.update(first);
        JsonNode sums = files(signature);
        byte[] signed = Base64.getDecoder().decode(text(JSON.readTree(needed(line())), ReceiptFormat.SIGNATURE));
        if (line() != null) throw invalid("something follows its signature");
        if (!signature.verify(signed)) throw invalid("its signature is wrong");
        if (sums.path(ReceiptFormat.FILES).asLong(-1) != files
                || sums.path(ReceiptFormat.BYTES).asLong(-1) != bytes) {
            throw invalid("its sums are not those of its files");
        }
        return new Receipt(
                NodeKey.nodeOf(publicKey),
                text(head, ReceiptFormat.SITE),
                text(head, ReceiptFormat.SUBJECT),
                Instant.parse(text(head, ReceiptFormat.ISSUED_AT)),
                files,
                bytes);
    }

    /** The line behind the files. */
    private JsonNode files(Signature signature) throws IOException, GeneralSecurityException {
        while (true) {
            byte[] line = needed(line());
            signature.update(line);
            JsonNode json = JSON.readTree(line);
            if (json.has(ReceiptFormat.FILES)) return json;
            long sizeBytes = json.path(ReceiptFormat.SIZE_BYTES).asLong(-1);
            if (sizeBytes < 0 || sizeBytes > Long.MAX_VALUE - bytes) throw invalid("a size is wrong");
            files++;
            bytes += sizeBytes;
        }
    }

    /** With its end; null at the end of the receipt. */
    private byte @Nullable [] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int value = in.read();
            if (value < 0) return line.size() == 0 ? null : line.toByteArray();
            line.write(value);
            if (value == '\n') return line.toByteArray();
            if (line.size() > LineReader.LINE_BYTES_MAX) throw invalid("a line is too long");
        }
    }

    private static byte[] needed(byte @Nullable [] line) {
        if (line == null) throw invalid("its end is missing");
        return line;
    }

    private static String text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (!value.isString()) throw invalid(name + " is missing");
        return value.stringValue();
    }

    private static MoverException invalid(String why) {
        return new MoverException(ErrorCode.RECEIPT_INVALID, "the receipt is not to be believed: " + why);
    }
}
