package org.bdm.core.id;

/**
 * A job, by its number in the catalog of the site that owns it.
 *
 * @param number at least 1; shown to people as {@code job-NUMBER}
 */
public record JobId(long number) {
    /** Refuses what cannot be a name of this kind. */
    public JobId {
        if (number < 1) throw new IllegalArgumentException("job number is not positive: " + number);
    }

    @Override
    public String toString() {
        return "job-" + number;
    }
}
