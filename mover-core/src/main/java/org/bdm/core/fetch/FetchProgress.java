package org.bdm.core.fetch;

import java.util.List;
import org.bdm.core.bottleneck.Bottleneck;

/**
 * A look at a running session.
 *
 * @param bytesMoved payload bytes accepted from the network since the session began
 * @param bytesResent part of it that had been sent before, or was refused
 * @param bytesArriving bytes of blocks that are not whole: not in {@code bytesMoved}, and lost if their stream is
 * @param filesActive files whose bytes arrive; of those that were asked for, most may still wait at the source
 * @param filesVerifying files whose bytes are all there and that are being verified, forced or placed
 * @param heldByFiles whether more could be asked for, were more files allowed by {@link FetchSession#limitFiles}
 * @param streams open streams
 * @param encrypted whether bytes travel encrypted
 * @param verifyingMillis time that files were read again, summed over files
 * @param placingMillis time that files were forced and placed, summed over files and batches
 * @param limit the stage that limits now: "source disk", "source cpu", "network", "cpu", "disk", "hash", "place", "host" (those of the destination),
 *     "rate", "nothing"; and "source" of one that does not tell what it does
 * @param stages each stage in numbers, in the order of the bytes; empty while nothing is under way
 * @param underWay bytes of files that have not ended; such a file is never in a progress that follows its outcome
 * @param files the files that arrive or are being verified, as they were within the last second; at most {@value #FILES_MAX}
 */
public record FetchProgress(
        long bytesMoved,
        long bytesResent,
        long bytesArriving,
        int filesActive,
        int filesVerifying,
        boolean heldByFiles,
        int streams,
        boolean encrypted,
        long verifyingMillis,
        long placingMillis,
        Bottleneck limit,
        List<StageLoad> stages,
        BytesUnderWay underWay,
        List<FileUnderWay> files) {
    /** So many files are looked at one by one. */
    public static final int FILES_MAX = 1000;

    /** Of a session that has not done anything. */
    public static final FetchProgress NONE = new FetchProgress(
            0, 0, 0, 0, 0, false, 0, false, 0, 0, Bottleneck.NOTHING, List.of(), BytesUnderWay.NONE, List.of());

    /** Copies the list. */
    public FetchProgress {
        stages = List.copyOf(stages);
        files = List.copyOf(files);
    }
}
