package org.bdm.server.interchange;

/**
 * The names in a receipt. It is text of lines, each a JSON object without white space and with its names in order: who says it, then one
 * line a file, then the sums, then the signature, which is over the bytes of all lines before.
 */
final class ReceiptFormat {
    static final int VERSION = 1;
    /** DER, as {@code openssl dgst -sha256 -verify} takes it. */
    static final String SIGNATURE_ALGORITHM = "SHA256withECDSA";

    /** The first name of all: what the same key signs elsewhere never begins so. */
    static final String RECEIPT = "bdmReceipt";

    static final String ISSUED_AT = "issuedAt";
    static final String PUBLIC_KEY = "publicKey";
    static final String SITE = "site";
    static final String SUBJECT = "subject";

    static final String DATASET = "dataset";
    static final String DIGESTS = "digests";
    static final String EVIDENCE = "evidence";
    static final String MODIFIED = "modified";
    static final String PATH = "path";
    static final String SIZE_BYTES = "sizeBytes";
    static final String TRACKING_ID = "trackingId";

    static final String BYTES = "bytes";
    static final String FILES = "files";

    static final String SIGNATURE = "signature";

    private ReceiptFormat() {}
}
