/**
 * The command {@code bdm-client}: which verbs there are, the ones about the command itself, and how failures become lines and exit codes.
 * It does not move a byte: everything is asked of a control plane through {@code MoverApi}.
 * The launcher calls {@code Main.main}; tests call {@code Main.run} in their own process.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli;

import org.jspecify.annotations.NullMarked;
