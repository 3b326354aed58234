package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * Changes the settings of a data node.
 *
 * @param connections Most connections at once, over all jobs and nodes, 1 to 256; 0: as at the start of the server. Null leaves it. Within
 * {@code 0..256}. Such as {@code 4}.
 * @param preference When it is asked, beside others with the same file; null leaves it. One of {@code NodePreference}.
 * @param caPem Certificates to trust besides those of the platform, as PEM, at most 200,000 characters; empty: those of the start. Null
 * leaves them. Such as {@code -----BEGIN CERTIFICATE-----}.
 * @param token Bearer token, sent to this node only, at most 20,000 characters; empty: that of the start. Null leaves it. Such as {@code
 * eyJhbGciOiJFUzI1NiJ9}.
 * @param patienceSeconds How long to wait for answers that may pass, 1 to 604,800; 0: as at the start of the server. Null leaves it. Within
 * {@code 0..}. Such as {@code 1800}.
 * @param staging How files are brought from its tapes; null leaves it.
 * @param note For people, at most 1,000 characters; null leaves it. Such as {@code as agreed with its operators}.
 */
public record SetDataNode(
        @Nullable Integer connections,
        @Nullable String preference,
        @Nullable String caPem,
        @Nullable String token,
        @Nullable Long patienceSeconds,
        @Nullable StagingSettings staging,
        @Nullable String note) {
    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "SetDataNode[connections=" + connections + ", preference=" + preference + ", patienceSeconds="
                + patienceSeconds + ", staging=" + staging + ", note=" + note + "]";
    }
}
