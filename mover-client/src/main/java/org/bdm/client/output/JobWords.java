package org.bdm.client.output;

/** Sentences about jobs that several verbs say. */
public final class JobWords {
    private JobWords() {}

    /** The datasets that a job skips, and where each is named. */
    public static String unknown(int datasets, String jobId) {
        return Plural.of(datasets, "dataset") + " that no index knows; see 'bdm-client events " + jobId + "'";
    }
}
