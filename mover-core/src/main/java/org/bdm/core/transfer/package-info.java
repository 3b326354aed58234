/**
 * The work of one node and its progress: entries of a job, options, outcomes.
 * It does not do anything: {@code fetch} runs a transfer and {@code plan} orders it.
 * Called by {@code fetch}, {@code plan} and the server's dispatch.
 * Records; safe on any thread.
 */
@NullMarked
package org.bdm.core.transfer;

import org.jspecify.annotations.NullMarked;
