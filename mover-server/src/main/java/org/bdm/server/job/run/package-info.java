/**
 * Moves the files of jobs: leases chunks, gives them to fetch sessions, writes what became of every file to the catalog.
 * It does not touch files or streams: sessions do.
 * Called by the scheduler as a worker.
 * Each running job has one thread of its own, which may block; sessions post to it.
 */
@NullMarked
package org.bdm.server.job.run;

import org.jspecify.annotations.NullMarked;
