package org.bdm.core.s3.http;

/**
 * An error as a store tells it.
 *
 * @param code such as {@code NoSuchKey}; empty if it gave none
 * @param message for people; empty if it gave none
 */
record StoreError(String code, String message) {
    static final StoreError NONE = new StoreError("", "");

    /** True if the store itself says that it has no such object or upload; a status of 404 alone may come from a proxy before it. */
    boolean isOfMissing() {
        return code.equals("NoSuchKey") || code.equals("NoSuchUpload");
    }
}
