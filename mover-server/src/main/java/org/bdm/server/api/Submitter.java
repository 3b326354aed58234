package org.bdm.server.api;

/**
 * Who submits a job.
 *
 * @param owner whose job it becomes
 * @param isLimited whether drafts of others are not there for this person
 */
record Submitter(String owner, boolean isLimited) {
    /** Who may take any draft. */
    static Submitter unlimited(String owner) {
        return new Submitter(owner, false);
    }
}
