/**
 * Expands a request into files: lists the source, compares with what is at the destination, keeps both in the catalog as it goes.
 * It does not move bytes: {@code job.run} leases what it finds in chunks.
 * Called by the scheduler as a worker.
 * Each running listing has one thread of its own, which may block.
 */
@NullMarked
package org.bdm.server.job.listing;

import org.jspecify.annotations.NullMarked;
