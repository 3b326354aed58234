/**
 * Keeps the work and the times of jobs for estimates: files and bytes by source and size class, and seconds.
 * A row is written once for each source when the work of a node on a job stops, and one when the job ends; none for a file.
 * Those rows outlive the files of their jobs, and are pruned by age and number.
 * Also keeps what running transfers decided about their numbers of workers, as long as the files of their jobs.
 * The package {@code job.estimate} draws conclusions from them.
 */
@NullMarked
package org.bdm.server.catalog.history;

import org.jspecify.annotations.NullMarked;
