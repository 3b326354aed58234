package org.bdm.server.job.submit;

/**
 * The submitter of a job.
 *
 * @param owner whose job it becomes
 * @param isLimited whether drafts of others are not there for this person
 */
public record Submitter(String owner, boolean isLimited) {
    /** A submitter who may take any draft. */
    public static Submitter unlimited(String owner) {
        return new Submitter(owner, false);
    }
}
