/**
 * Keeps the work and the times of jobs for estimates: files and bytes by source and size class, and seconds.
 * A row is written once for each source when the work of a node on a job stops, and one when the job ends; none for a file.
 * Rows outlive the files of their jobs, and are pruned by age and number.
 * The package {@code job.estimate} draws conclusions from them.
 */
@NullMarked
package org.bdm.server.catalog.history;

import org.jspecify.annotations.NullMarked;
