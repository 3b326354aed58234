/**
 * The command {@code bdm-client}: one class per verb, the exit codes, and how arguments become requests.
 * It does not move a byte: everything is asked of a control plane through {@code MoverApi}.
 * The launcher calls {@code Main.main}; tests call {@code Main.run} in their own process.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli;

import org.jspecify.annotations.NullMarked;
