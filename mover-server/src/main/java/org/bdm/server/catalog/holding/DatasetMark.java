package org.bdm.server.catalog.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A statement of catalogs against a dataset version that is held here.
 *
 * @param dataset number of the dataset among those that are held
 * @param instanceId as it was first spelled here
 * @param state RETRACTED if any index says that it was withdrawn, SUPERSEDED if a newer version is known or it is said to be replaced
 * @param isInForce whether its holdings have this state: always if it was withdrawn; else once a newer version is complete and verified here
 *     and nothing speaks against its extent
 * @param reason a sentence, with who says so
 * @param newer instance id of the version that takes its place: one that is complete here if there is one, else the newest that is known; null
 *     for none
 * @param needsPerson whether the newer version is here as it is listed, and only a person can say if its list is whole
 * @param since when it got this state, or came into force
 */
public record DatasetMark(
        long dataset,
        String instanceId,
        HoldingState state,
        boolean isInForce,
        String reason,
        @Nullable String newer,
        Instant since,
        MarkTreatment treatment,
        boolean needsPerson) {}
