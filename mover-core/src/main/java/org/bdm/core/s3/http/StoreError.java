package org.bdm.core.s3.http;

/**
 * What a store says that is wrong.
 *
 * @param code such as {@code NoSuchKey}; empty if it gave none
 * @param message for people; empty if it gave none
 */
record StoreError(String code, String message) {
    static final StoreError NONE = new StoreError("", "");
}
