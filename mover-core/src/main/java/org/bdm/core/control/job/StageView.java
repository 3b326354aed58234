package org.bdm.core.control.job;

/**
 * One stage of a running job, in numbers.
 *
 * @param stage Name of the stage, in the order of the bytes. One of {@code Stage}.
 * @param parallelism How many work at once: files asked for, streams, threads, or files being verified or placed. Such as {@code 4}.
 * @param bytesPerSecond Bytes per second that came out of the stage, at least 0, over the last few seconds. Such as {@code 104857600}.
 * @param waiting What waits in front of the stage, at least 0: requests for the source; blocks for network, disk and hash; files to be
 * placed. Such as {@code 12}.
 * @param busy How full what waits in front of the stage is, 0 to 1; a stage at 1 holds up those before it. Within {@code 0..1}. Such as
 * {@code 0.25}.
 */
public record StageView(String stage, int parallelism, long bytesPerSecond, long waiting, double busy) {}
