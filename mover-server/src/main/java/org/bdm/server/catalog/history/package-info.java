/**
 * What jobs took, kept for estimates: files and bytes by source and size class, and seconds.
 * A row is written once for each source when the work of a node on a job stops, and one when the job ends; none for a file.
 * Rows outlive the files of their jobs, and are pruned by age and number.
 * What is concluded from them is the business of {@code job.estimate}.
 */
@NullMarked
package org.bdm.server.catalog.history;

import org.jspecify.annotations.NullMarked;
