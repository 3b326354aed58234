package org.bdm.server.catalog.site;

import java.time.Duration;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.PathPrefix;
import org.bdm.core.source.http.node.TapePolicy.Staging;

/**
 * The settings of the tapes of a data node that people change while the server runs.
 *
 * @param way as {@link Staging} is written; empty: as at the start
 * @param patienceSeconds 0: as at the start
 * @param window 0: as at the start
 * @param prefix as {@link PathPrefix} is written; empty: as at the start
 */
public record StagingRule(String way, long patienceSeconds, int window, String prefix) {
    /** Nothing. */
    public static final StagingRule NONE = new StagingRule("", 0, 0, "");

    /** Longest prefix, in characters. */
    public static final int PREFIX_LENGTH_MAX = 2_000;

    /** Returns what holds, where the start says this. */
    public TapePolicy over(TapePolicy start) {
        TapePolicy policy = start;
        if (!way.isEmpty()) policy = policy.staging(Staging.of(way));
        if (patienceSeconds > 0) policy = policy.patience(Duration.ofSeconds(patienceSeconds));
        if (window > 0) policy = policy.window(window);
        return prefix.isEmpty() ? policy : policy.prefix(PathPrefix.of(prefix));
    }
}
