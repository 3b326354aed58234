package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * Changes the settings of one data node; null leaves one as it is.
 *
 * @param connections at most so many at once, over all jobs and nodes; 1 to 256, 0: as at the start of the server
 * @param preference {@code first}, {@code usual} or {@code last}
 * @param caPem certificates to trust besides those of the platform, as PEM; empty: those of the start
 * @param token bearer token, sent to this node only; empty: that of the start
 * @param patienceSeconds for which a file is waited for in one run while the node says that it is busy or stages it; 1 to 604,800, 0: as at
 *     the start
 * @param note for people, at most 1,000 characters
 */
public record SetDataNode(
        @Nullable Integer connections,
        @Nullable String preference,
        @Nullable String caPem,
        @Nullable String token,
        @Nullable Long patienceSeconds,
        @Nullable String note) {
    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "SetDataNode[connections=" + connections + ", preference=" + preference + ", patienceSeconds="
                + patienceSeconds + ", note=" + note + "]";
    }
}
