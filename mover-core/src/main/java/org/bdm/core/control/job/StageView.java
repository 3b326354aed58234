package org.bdm.core.control.job;

/**
 * One stage of a running job, in numbers.
 *
 * @param stage in the order of the bytes: {@code source}, {@code network}, {@code disk}, {@code hash}, {@code place}
 * @param parallelism how many work at once: files asked for, streams, threads, files being verified or placed
 * @param bytesPerSecond that came out of it over the last seconds
 * @param waiting in front of it: requests for the source, blocks for network, disk and hash, files to be placed
 * @param busy how full what waits in front of it is, 0 to 1: a stage at 1 holds up those before it
 */
public record StageView(String stage, int parallelism, long bytesPerSecond, long waiting, double busy) {}
