/**
 * The verbs about ESGF datasets: search, replicate, subscribe, publish, and what is known of a version.
 * It asks no index itself; the control plane does.
 * {@code Main} runs the verbs.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.dataset;

import org.jspecify.annotations.NullMarked;
