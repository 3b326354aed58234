package org.bdm.core.bottleneck;

import java.util.Optional;
import org.bdm.core.source.SourceLoad;

/**
 * The measures of the last seconds from which the limit of a session follows. Threads' times are in seconds a second: two busy threads make 2.
 *
 * @param capBytesPerSecond part of a limit that this session has and reaches; 0 if it reaches none
 * @param hashBacklogBytes wait to be hashed
 * @param hashBusy time of the hash threads
 * @param hashThreads that can hash at once: one for each file
 * @param diskBacklogBytes wait to be written
 * @param diskBusy time of the writer threads
 * @param processorsUsed share of its processors that this process used, 0 to 1
 * @param processorsNeeded the same with what it waited for
 * @param processorsOfOthers share of the processors of the machine that other programs use
 * @param processors of this process
 * @param filesActive files that bytes are asked of
 * @param filesFinishing files that are being verified, forced or placed
 * @param bytesPerSecond that arrive
 * @param streams open
 * @param isFull whether as much is asked for as may be
 * @param source what the source told of itself
 */
public record Pressure(
        long capBytesPerSecond,
        long hashBacklogBytes,
        double hashBusy,
        int hashThreads,
        long diskBacklogBytes,
        double diskBusy,
        double processorsUsed,
        double processorsNeeded,
        double processorsOfOthers,
        int processors,
        int filesActive,
        int filesFinishing,
        long bytesPerSecond,
        int streams,
        boolean isFull,
        Optional<SourceLoad> source) {}
