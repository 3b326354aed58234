package org.bdm.server.catalog.site;

import org.bdm.core.replica.NodePreference;
import org.jspecify.annotations.Nullable;

/**
 * A change of the settings of one data node; null leaves one as it is.
 *
 * @param connections 0: as at the start
 * @param caPem empty: as at the start
 * @param token empty: as at the start
 * @param patienceSeconds 0: as at the start
 */
public record DataNodeRuleChange(
        String node,
        @Nullable Integer connections,
        @Nullable NodePreference preference,
        @Nullable String caPem,
        @Nullable String token,
        @Nullable Long patienceSeconds,
        StagingChange staging,
        @Nullable String note,
        String changedBy) {
    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "DataNodeRuleChange[" + node + "]";
    }
}
