/**
 * Resolves the datasets of a job: asks the indexes or the catalog, stores the replica sets, and turns their files into the items of the job.
 * It does not decide between contradicting claims: {@link org.bdm.server.dataset.merge} does.
 * Submissions, subscriptions and the events of ESGF-NG use it; the worker that fetches finds copies at paired sites with it.
 * What asks the indexes blocks; a resolution belongs to one thread.
 */
@NullMarked
package org.bdm.server.dataset.replica;

import org.jspecify.annotations.NullMarked;
