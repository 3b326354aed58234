/**
 * Says how long files take, as three quantiles, from what earlier jobs of the same link took.
 * {@link Forecaster} and what it is made of are pure: the same history and the same files give the same answer.
 * {@link KnownHistory} reads the history from the catalog and keeps what it concluded for some seconds.
 * The rules are in docs/estimates.md, which is normative; nothing here changes a job.
 */
@NullMarked
package org.bdm.server.job.estimate;

import org.jspecify.annotations.NullMarked;
