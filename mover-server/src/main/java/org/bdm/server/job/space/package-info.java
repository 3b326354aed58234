/**
 * Counts the bytes and inodes that jobs need at their destinations before they ask for files.
 * It reserves nothing on a disk: what is promised to a job is what the catalog says that it still needs.
 * Called by running jobs before their first byte, and again while their lists grow.
 * Each object belongs to the thread of one running job; everything here may block.
 */
@NullMarked
package org.bdm.server.job.space;

import org.jspecify.annotations.NullMarked;
