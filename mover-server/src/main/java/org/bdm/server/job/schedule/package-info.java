/**
 * Decides which job is worked on next and starts the workers that do it.
 * It does not list or move anything: {@code job.listing} and {@code job.run} are the workers behind its interface.
 * Called by the API when people steer a job, and by its own thread.
 * One scheduler thread owns what runs; other threads post to it.
 */
@NullMarked
package org.bdm.server.job.schedule;

import org.jspecify.annotations.NullMarked;
