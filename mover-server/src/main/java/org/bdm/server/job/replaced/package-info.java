/**
 * Keeps the files that a job replaces: in the quarantine, as a plan that a person can restore or empty.
 * The sessions of a job call it before they place a file. Calls block for the catalog and the disk.
 */
@NullMarked
package org.bdm.server.job.replaced;

import org.jspecify.annotations.NullMarked;
