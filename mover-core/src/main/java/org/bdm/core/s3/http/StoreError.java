package org.bdm.core.s3.http;

/**
 * An error as a store tells it.
 *
 * @param code such as {@code NoSuchKey}; empty if it gave none
 * @param message for people; empty if it gave none
 */
record StoreError(String code, String message) {
    static final StoreError NONE = new StoreError("", "");
}
