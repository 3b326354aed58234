package org.bdm.core.receipt;

/**
 * The names in a receipt. It is text of lines, each a JSON object without white space and with its names in order: who says it, then one
 * line a file, then the sums, then the signature, which is over the bytes of all lines before.
 */
public final class ReceiptFormat {
    public static final int VERSION = 1;
    /** DER, as {@code openssl dgst -sha256 -verify} takes it. */
    public static final String SIGNATURE_ALGORITHM = "SHA256withECDSA";

    /** The first name of all: what the same key signs elsewhere never begins so. */
    public static final String RECEIPT = "bdmReceipt";

    public static final String ISSUED_AT = "issuedAt";
    public static final String PUBLIC_KEY = "publicKey";
    public static final String SITE = "site";
    public static final String SUBJECT = "subject";

    public static final String DATASET = "dataset";
    public static final String DIGESTS = "digests";
    public static final String EVIDENCE = "evidence";
    public static final String MODIFIED = "modified";

    /** The fate of the file since the job delivered it; missing if it is as it was. */
    public static final String NOW = "now";

    public static final String PATH = "path";
    public static final String SIZE_BYTES = "sizeBytes";
    public static final String TRACKING_ID = "trackingId";

    public static final String BYTES = "bytes";
    public static final String FILES = "files";

    public static final String SIGNATURE = "signature";

    private ReceiptFormat() {}
}
