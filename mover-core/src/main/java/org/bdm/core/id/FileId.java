package org.bdm.core.id;

/**
 * A file of a job. The catalog numbers files as {@code job * 2^27 + ordinal}, so that the id orders files within a job.
 *
 * @param number at least 1
 */
public record FileId(long number) {
    /** Refuses what cannot be a name of this kind. */
    public FileId {
        if (number < 1) throw new IllegalArgumentException("file number is not positive: " + number);
    }

    @Override
    public String toString() {
        return "file-" + number;
    }
}
