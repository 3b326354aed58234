package org.bdm.server.catalog.site;

import org.jspecify.annotations.Nullable;

/** A change of a {@link StagingRule}; null leaves a part as it is. */
public record StagingChange(
        @Nullable String way,
        @Nullable Long patienceSeconds,
        @Nullable Integer window,
        @Nullable String prefix) {
    /** Changes nothing. */
    public static final StagingChange NONE = new StagingChange(null, null, null, null);

    StagingRule of(StagingRule before) {
        return new StagingRule(
                way == null ? before.way() : way,
                patienceSeconds == null ? before.patienceSeconds() : patienceSeconds,
                window == null ? before.window() : window,
                prefix == null ? before.prefix() : prefix);
    }
}
