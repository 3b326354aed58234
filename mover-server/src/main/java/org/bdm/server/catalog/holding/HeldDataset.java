package org.bdm.server.catalog.holding;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The holdings of one dataset version, counted over all exports.
 *
 * @param instanceId as it was first spelled here
 * @param files usable ones with different names
 * @param nameSum tells whether two lists have the same names
 * @param disputed files that are DISPUTED
 * @param retracted files that are RETRACTED
 * @param ownDigests usable files that have a digest that was computed here, and that somebody outside vouches for
 * @param weakest the weakest of these; null if there are none
 * @param lastComputed when the last of them was computed; null if there are none
 */
public record HeldDataset(
        String instanceId,
        int files,
        long nameSum,
        int disputed,
        int retracted,
        int ownDigests,
        @Nullable DigestOrigin weakest,
        @Nullable Instant lastComputed) {}
