package org.bdm.server.job.submit;

/**
 * Who submits a job.
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
