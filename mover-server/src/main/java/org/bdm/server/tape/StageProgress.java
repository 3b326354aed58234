package org.bdm.server.tape;

import java.util.Locale;

/**
 * The progress of a file of a request, as a tape service says. Dialects leave out what they like: EOS tells no state, StoRM and XRootD not whether
 * the file is on disk.
 *
 * @param state a word; empty if none is told
 * @param isOnDisk whether {@code onDisk} is told and true
 * @param error empty if none is told
 */
record StageProgress(String state, boolean isOnDisk, String error) {
    /** True if the request brought the file to disk, by its own words. */
    boolean isCompleted() {
        return (state.equalsIgnoreCase("COMPLETED") || (state.isEmpty() && isOnDisk)) && error.isEmpty();
    }

    /** True if the service gave it up. */
    boolean isGivenUp() {
        String word = state.toUpperCase(Locale.ROOT);
        boolean isFailed = word.equals("FAILED") || word.equals("CANCELLED") || word.equals("CANCELED");
        return isFailed || (state.isEmpty() && !error.isEmpty());
    }

    /** Returns what it says of a file that was given up. */
    String why() {
        return error.isEmpty() ? "the tape service says " + state : "the tape service says: " + error;
    }
}
