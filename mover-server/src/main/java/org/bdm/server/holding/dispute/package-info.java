/**
 * Keeps files in quarantine that contradict their digests, and carries out what a person decides of them.
 * It decides nothing by itself, and deletes nothing that was not rejected.
 * Transfers tell it of disputed copies, the REST interface of decisions, and a sweep after a start finishes what was interrupted.
 * Calls block for the catalog and the disk.
 */
@NullMarked
package org.bdm.server.holding.dispute;

import org.jspecify.annotations.NullMarked;
