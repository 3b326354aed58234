package org.bdm.server.doctor;

import java.util.List;
import java.util.function.Supplier;

/**
 * An export that is a bucket.
 *
 * @param subject {@code export data}
 * @param reading asks it what reading relies on; blocks for as long as the store takes
 */
public record ExaminedBucket(String subject, Supplier<ReadingFound> reading) {
    /**
     * Answers of a bucket.
     *
     * @param kept as it should, a phrase for each
     * @param lacking not, at a price
     * @param missed wrong, so that it cannot be read safely
     */
    public record ReadingFound(List<String> kept, List<String> lacking, List<String> missed) {}
}
