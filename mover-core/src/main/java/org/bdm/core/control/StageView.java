package org.bdm.core.control;

/**
 * One stage of a running job, in numbers.
 *
 * @param stage e.g. {@code listing}, {@code source}, {@code network}, {@code writer}, {@code hasher}
 * @param parallelism how many work at once
 * @param waiting blocks in front of it
 * @param busy share of the last seconds in which it worked, 0 to 1
 */
public record StageView(String stage, int parallelism, long bytesPerSecond, long waiting, double busy) {}
