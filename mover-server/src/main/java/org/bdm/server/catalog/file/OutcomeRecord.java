package org.bdm.server.catalog.file;

import java.util.List;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.CountDelta.Arrival;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a file. DONE is recorded only after the file is durable under its final name.
 *
 * @param size of the file in bytes, as in its row
 * @param state DONE, SKIPPED_SAME, FAILED or WAITING
 * @param effort the newest totals of the file
 * @param evidence needed for DONE; null otherwise
 * @param trouble needed for FAILED and WAITING; null otherwise
 * @param reused of a DONE file, what this site held already; null if all was moved
 * @param origins of a DONE file that could come from several places, from where it came; else empty
 * @param asked of a DONE file for which no digest is published, how data nodes were asked for it; else null
 * @param arrival of a DONE file that was moved, for statistics; null if nobody knows
 */
public record OutcomeRecord(
        FileId file,
        long size,
        FileState state,
        FileEffort effort,
        @Nullable Evidence evidence,
        @Nullable FileTrouble trouble,
        @Nullable ReusedFile reused,
        List<Origin> origins,
        Origin.@Nullable Asked asked,
        @Nullable Arrival arrival) {
    /** Refuses an outcome that lacks what its state needs. */
    public OutcomeRecord {
        origins = List.copyOf(origins);
        boolean fits = switch (state) {
            case DONE -> evidence != null && trouble == null;
            case SKIPPED_SAME -> trouble == null;
            case FAILED -> trouble != null && evidence == null && trouble.notBefore() == null;
            case WAITING -> trouble != null && evidence == null && trouble.notBefore() != null;
            case PENDING, ACTIVE, VERIFYING, CANCELLED -> false;
        };
        if (!fits || (reused != null && state != FileState.DONE))
            throw new IllegalArgumentException("not an outcome of " + file + ": " + state);
    }

    /** Durable under its final name. */
    public static OutcomeRecord done(FileRow file, Evidence evidence, FileEffort effort) {
        return done(file, evidence, effort, null, List.of());
    }

    /** Durable under its final name, what of it was here before, and from where it came. */
    public static OutcomeRecord done(
            FileRow file, Evidence evidence, FileEffort effort, @Nullable ReusedFile reused, List<Origin> origins) {
        return new OutcomeRecord(
                file.id(),
                file.status().version().size(),
                FileState.DONE,
                effort,
                evidence,
                null,
                reused,
                origins,
                file.expected().isEmpty() ? Origin.Asked.of(origins) : null,
                null);
    }

    /** The same, with from where it came and what it is a part of. */
    public OutcomeRecord as(@Nullable Arrival from) {
        return new OutcomeRecord(file, size, state, effort, evidence, trouble, reused, origins, asked, from);
    }

    /** The same content was there already. */
    public static OutcomeRecord skippedSame(FileRow file, FileEffort effort) {
        return new OutcomeRecord(
                file.id(),
                file.status().version().size(),
                FileState.SKIPPED_SAME,
                effort,
                null,
                null,
                null,
                List.of(),
                null,
                null);
    }

    /** Ended with an error. */
    public static OutcomeRecord failed(FileRow file, FileTrouble trouble, FileEffort effort) {
        return new OutcomeRecord(
                file.id(),
                file.status().version().size(),
                FileState.FAILED,
                effort,
                null,
                trouble,
                null,
                List.of(),
                null,
                null);
    }

    /** Is tried again at {@link FileTrouble#notBefore}. */
    public static OutcomeRecord waiting(FileRow file, FileTrouble trouble, FileEffort effort) {
        return new OutcomeRecord(
                file.id(),
                file.status().version().size(),
                FileState.WAITING,
                effort,
                null,
                trouble,
                null,
                List.of(),
                null,
                null);
    }
}
