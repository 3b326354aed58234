package org.bdm.server.holding.completeness;

import java.time.Instant;
import java.util.Map;
import org.bdm.core.id.ExportName;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.jspecify.annotations.Nullable;

/**
 * The part of a dataset version that one site has.
 *
 * @param files how many of the files of the replica set it has
 * @param otherVersion instance id of the newest other version it has; null unless OTHER_VERSION
 * @param verified how many of its files have a digest that was computed here; 0 for other sites
 * @param verifiedAs the weakest evidence among these; null if there are none
 * @param verifiedAt when the last of them was computed; null if there are none
 * @param outside how many files this site holds beside these, by export that none of its nodes has; empty for other sites
 */
public record CompletenessCell(
        CompletenessState state,
        int files,
        @Nullable String otherVersion,
        int verified,
        @Nullable DigestOrigin verifiedAs,
        @Nullable Instant verifiedAt,
        Map<ExportName, Integer> outside) {
    /** Of files at exports that are configured. */
    public CompletenessCell(
            CompletenessState state,
            int files,
            @Nullable String otherVersion,
            int verified,
            @Nullable DigestOrigin verifiedAs,
            @Nullable Instant verifiedAt) {
        this(state, files, otherVersion, verified, verifiedAs, verifiedAt, Map.of());
    }

    CompletenessCell with(Map<ExportName, Integer> beside) {
        return new CompletenessCell(state, files, otherVersion, verified, verifiedAs, verifiedAt, beside);
    }

    static final CompletenessCell ABSENT = of(CompletenessState.ABSENT, 0);

    static CompletenessCell of(CompletenessState state, int files) {
        return new CompletenessCell(state, files, null, 0, null, null);
    }

    static CompletenessCell otherVersion(String instanceId) {
        return new CompletenessCell(CompletenessState.OTHER_VERSION, 0, instanceId, 0, null, null);
    }
}
