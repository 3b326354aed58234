package org.bdm.core.receipt;

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
import org.bdm.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/** Checks receipts of any length, line by line. Who signed is in the answer; whether that is the right one is the caller's question. */
public final class ReceiptVerifier {
    private static final int LINE_BYTES_MAX = 256 * 1024;

    private final InputStream in;
    private final ReceiptLine.Reader lines;
    private long files;
    private long bytes;

    private ReceiptVerifier(InputStream in, ReceiptLine.Reader lines) {
        this.in = in;
        this.lines = lines;
    }

    /**
     * Reads all of it.
     *
     * @param receipt buffered by the caller, not closed
     * @param lines takes its lines apart
     * @throws MoverException RECEIPT_INVALID if a byte was changed, a line is missing or added, or it is no receipt
     * @throws IOException only if the stream broke
     */
    public static Receipt verify(InputStream receipt, ReceiptLine.Reader lines) throws IOException {
        try {
            return new ReceiptVerifier(receipt, lines).read();
        } catch (GeneralSecurityException | IllegalArgumentException | DateTimeException e) {
            throw new MoverException(ErrorCode.RECEIPT_INVALID, "the receipt cannot be read", e);
        }
    }

    private Receipt read() throws IOException, GeneralSecurityException {
        byte[] first = needed(line());
        ReceiptLine head = lines.read(first);
        if (head.number(ReceiptFormat.RECEIPT).orElse(0) != ReceiptFormat.VERSION) throw invalid("it is not a receipt");
        byte[] key = Base64.getDecoder().decode(text(head, ReceiptFormat.PUBLIC_KEY));
        PublicKey publicKey = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(key));
        Signature signature = Signature.getInstance(ReceiptFormat.SIGNATURE_ALGORITHM);
        signature.initVerify(publicKey);
        signature.update(first);
        ReceiptLine sums = files(signature);
        byte[] signed = Base64.getDecoder().decode(text(lines.read(needed(line())), ReceiptFormat.SIGNATURE));
        if (line() != null) throw invalid("there is data after its signature");
        if (!signature.verify(signed)) throw invalid("its signature is wrong");
        if (sums.number(ReceiptFormat.FILES).orElse(-1) != files
                || sums.number(ReceiptFormat.BYTES).orElse(-1) != bytes) {
            throw invalid("its totals do not match its files");
        }
        return new Receipt(
                NodeId.ofKey(publicKey.getEncoded()),
                text(head, ReceiptFormat.SITE),
                text(head, ReceiptFormat.SUBJECT),
                Instant.parse(text(head, ReceiptFormat.ISSUED_AT)),
                files,
                bytes);
    }

    /** The line behind the files. */
    private ReceiptLine files(Signature signature) throws IOException, GeneralSecurityException {
        while (true) {
            byte[] line = needed(line());
            signature.update(line);
            ReceiptLine read = lines.read(line);
            if (read.number(ReceiptFormat.FILES).isPresent()) return read;
            long sizeBytes = read.number(ReceiptFormat.SIZE_BYTES).orElse(-1);
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
            if (line.size() > LINE_BYTES_MAX) throw invalid("a line is too long");
        }
    }

    private static byte[] needed(byte @Nullable [] line) {
        if (line == null) throw invalid("its end is missing");
        return line;
    }

    private static String text(ReceiptLine line, String name) {
        return line.text(name).orElseThrow(() -> invalid(name + " is missing"));
    }

    private static MoverException invalid(String why) {
        return new MoverException(ErrorCode.RECEIPT_INVALID, "invalid receipt: " + why);
    }
}
