package org.bdm.server.doctor;

import java.util.List;

/**
 * The home and the exports of a node.
 *
 * @param directories home, and exports that are directories
 * @param buckets exports in stores of objects
 */
public record ExaminedPlaces(List<ExaminedDirectory> directories, List<ExaminedBucket> buckets) {
    /** Copies the lists. */
    public ExaminedPlaces {
        directories = List.copyOf(directories);
        buckets = List.copyOf(buckets);
    }

    /** Directories alone. */
    public ExaminedPlaces(List<ExaminedDirectory> directories) {
        this(directories, List.of());
    }
}
