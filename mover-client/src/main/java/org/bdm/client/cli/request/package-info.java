/**
 * The verbs about lists that were imported and about what people ask a manager for.
 * It decides nothing; who may decide is up to the control plane.
 * {@code Main} runs the verbs.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.request;

import org.jspecify.annotations.NullMarked;
