package org.bdm.server.hsm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of the HSM of one export: how it is asked, and how it brings files.
 *
 * @param presence who says which files are offline
 * @param presenceProgram for {@link PresenceSource#PROGRAM}; empty for all else
 * @param recall what brings files to disk
 * @param recallProgram for {@link RecallWay#PROGRAM}; empty for all else
 * @param recallsAtOnce files that are being brought at the same time, at least 1
 * @param forChecks whether files are also brought to be scrubbed and verified
 * @param patience time after which a file that did not come gives its place to others
 */
public record HsmSettings(
        PresenceSource presence,
        Optional<Path> presenceProgram,
        RecallWay recall,
        Optional<Path> recallProgram,
        int recallsAtOnce,
        boolean forChecks,
        Duration patience) {
    /** Files that are brought at the same time, if nothing is set. */
    public static final int RECALLS_AT_ONCE = 20;

    /** The most that may be set. */
    public static final int RECALLS_AT_ONCE_MAX = 10_000;

    /** Time for one file, if nothing is set. */
    public static final Duration PATIENCE = Duration.ofDays(1);

    /** The longest that may be set. */
    public static final Duration PATIENCE_MAX = Duration.ofDays(30);

    /** The source of the knowledge which files are offline. */
    public enum PresenceSource {
        /** The command {@code lfs hsm_state} of Lustre. */
        LUSTRE,
        /** The file system: no data at all in a file that has a size, and fewer blocks than that needs. */
        HOLES,
        /** A program of the site. */
        PROGRAM
    }

    /** The way in which files are brought to disk. */
    public enum RecallWay {
        /** Nothing: people do, or somebody who reads them. */
        NONE,
        /** The command {@code lfs hsm_restore} of Lustre. */
        LUSTRE,
        /** A program of the site. */
        PROGRAM
    }
}
