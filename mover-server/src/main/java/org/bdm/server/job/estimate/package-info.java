/**
 * Says how long files take, as three quantiles, from what earlier jobs of the same link took.
 * {@link Forecaster} and what it is made of are pure: the same history and the same files give the same answer.
 * {@link KnownHistory} reads the history from the catalog and keeps what it concluded for some seconds.
 * How it concludes is normative in docs/estimates.md; nothing here changes a job.
 */
@NullMarked
package org.bdm.server.job.estimate;

import org.jspecify.annotations.NullMarked;
