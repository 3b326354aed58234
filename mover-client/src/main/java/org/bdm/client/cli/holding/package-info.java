/**
 * The verbs about files that the site holds: register, verify, compare, dispute, quarantine, delete.
 * It reads no file; the control plane does.
 * {@code Main} runs the verbs.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.holding;

import org.jspecify.annotations.NullMarked;
