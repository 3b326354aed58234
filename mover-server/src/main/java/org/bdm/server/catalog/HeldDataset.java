package org.bdm.server.catalog;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this site holds of one dataset version, counted together over all exports.
 *
 * @param instanceId as it was first spelled here
 * @param files one for each path; the same name may be there twice, in two exports
 * @param ownDigests how many of them have a digest that was computed here
 * @param weakest the weakest of these; null if there are none
 * @param lastComputed when the last of them was computed; null if there are none
 */
public record HeldDataset(
        String instanceId,
        List<File> files,
        int ownDigests,
        @Nullable DigestOrigin weakest,
        @Nullable Instant lastComputed) {
    /** Copies the list. */
    public HeldDataset {
        files = List.copyOf(files);
    }

    /** A file of it, by the last part of its path, as people see it. */
    public record File(String name, HoldingState state) {}
}
