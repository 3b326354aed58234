package org.bdm.server.holding.record;

import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.jspecify.annotations.Nullable;

/**
 * An event of a held file, with its size and time then.
 *
 * @param dataset instance id; null if whoever looked does not know it
 * @param size bytes on disk
 * @param modified mtime on disk
 * @param digests that became known with this event
 * @param inode of the file whose bytes were read for that; 0 if they were not
 * @param ranges digests of its ranges, if its bytes are right and they were computed with its digests; null if not
 * @param cause who caused it, for the history
 */
public record HoldingNotice(
        ExportName export,
        StorePath path,
        @Nullable String dataset,
        long size,
        Instant modified,
        HoldingEvent event,
        List<HoldingDigest> digests,
        long inode,
        @Nullable RangeDigests ranges,
        Cause cause) {
    /** Copies the list. */
    public HoldingNotice {
        digests = List.copyOf(digests);
    }

    /** A look that says nothing of the inode. */
    public HoldingNotice(
            ExportName export,
            StorePath path,
            @Nullable String dataset,
            long size,
            Instant modified,
            HoldingEvent event,
            List<HoldingDigest> digests) {
        this(export, path, dataset, size, modified, event, digests, 0, null, Cause.UNKNOWN);
    }

    /**
     * The cause of an event.
     *
     * @param by a person, {@code job-7}, {@code survey-3} or {@code scrub}
     * @param reason what a person said; may be empty
     * @param assumed what is taken as known of a file that is no holding; null for nothing
     */
    public record Cause(String by, String reason, @Nullable Holding assumed) {
        /** Of an event whose cause nobody asks for. */
        public static final Cause UNKNOWN = new Cause("", "", null);

        /** A cause without more. */
        public static Cause of(String by) {
            return new Cause(by, "", null);
        }
    }

    /** Returns the absence of a held file. */
    public static HoldingNotice gone(Holding holding, boolean isCertain, Cause cause) {
        return of(holding, isCertain ? HoldingEvent.GONE : HoldingEvent.GONE_PERHAPS, cause);
    }

    /** Returns a failure to read a held file; the reason says why. */
    public static HoldingNotice unreadable(Holding holding, String why, Cause cause) {
        return of(holding, HoldingEvent.UNREADABLE, new Cause(cause.by(), why, cause.assumed()));
    }

    /** Returns that the export of a held file has another directory now. */
    public static HoldingNotice inOtherDirectory(Holding holding, Cause cause) {
        return of(holding, HoldingEvent.OTHER_DIRECTORY, cause);
    }

    /** An event that tells nothing new of the bytes. */
    private static HoldingNotice of(Holding holding, HoldingEvent event, Cause cause) {
        return new HoldingNotice(
                holding.export(),
                holding.path(),
                holding.dataset(),
                holding.size(),
                holding.modified(),
                event,
                List.of(),
                0,
                null,
                cause);
    }

    /** The same event, caused by this. */
    public HoldingNotice by(Cause other) {
        return new HoldingNotice(export, path, dataset, size, modified, event, digests, inode, ranges, other);
    }
}
