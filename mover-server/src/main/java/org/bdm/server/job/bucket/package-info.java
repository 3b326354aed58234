/**
 * Buckets as destinations of jobs: what a store has shown to do, where the journals of uploads lie, what ended jobs left, and what a bucket cannot
 * do, in sentences.
 * It moves no bytes: {@code destination.object} of the core does.
 * Called by {@code job.run} for sessions and at the end of jobs, by {@code job.submit} to refuse early, and by {@code upkeep} and {@code mirror} to
 * delete the objects of plans; made by {@code app}.
 * Everything here may block, unless it says that it is pure.
 */
@NullMarked
package org.bdm.server.job.bucket;

import org.jspecify.annotations.NullMarked;
