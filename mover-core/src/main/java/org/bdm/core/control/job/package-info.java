/**
 * REST messages of jobs: what is submitted, checks before it, state, files, progress and explanation while it runs, the report after it.
 * It is not the place of the datasets that a job replicates, nor of the requests that ask for one.
 * The server's {@code api} and the client use it; the messages of subscriptions and of requests hold its options.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.job;

import org.jspecify.annotations.NullMarked;
