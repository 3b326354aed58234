package org.bdm.server.catalog.site;

import java.time.Instant;
import org.bdm.core.replica.NodePreference;

/**
 * The settings of one data node that people change while the server runs.
 *
 * @param node host, with its port where that is unusual
 * @param connections 0: as at the start
 * @param caPem empty: as at the start
 * @param token secret; empty: as at the start
 * @param patienceSeconds for which a file is waited for that is busy or being staged; 0: as at the start
 */
public record DataNodeRule(
        String node,
        int connections,
        NodePreference preference,
        String caPem,
        String token,
        long patienceSeconds,
        StagingRule staging,
        String note,
        String changedBy,
        Instant changedAt) {
    /** Longest PEM with certificates, in characters. */
    public static final int CA_LENGTH_MAX = 200_000;
    /** Longest token, in characters: tokens with claims can have several thousand. */
    public static final int TOKEN_LENGTH_MAX = 20_000;

    /** Returns what of it may count for another host: without the token, and without certificates that are trusted. */
    public DataNodeRule withoutSecrets() {
        return new DataNodeRule(
                node, connections, preference, "", "", patienceSeconds, staging, note, changedBy, changedAt);
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "DataNodeRule[" + node + ", connections=" + connections + ", preference=" + preference + ", ca="
                + !caPem.isEmpty() + ", token=" + !token.isEmpty() + "]";
    }
}
