/**
 * The files of jobs in the catalog: listing, chunks and their leases, outcomes, copies and where bytes came from.
 * It is not the place of holdings: what a site holds afterwards is written elsewhere.
 * {@code job.listing} writes the listing, {@code job.run} leases chunks and records outcomes, the API pages through files.
 * Any thread that may block; outcomes are written on the committer's thread.
 */
@NullMarked
package org.bdm.server.catalog.file;

import org.jspecify.annotations.NullMarked;
