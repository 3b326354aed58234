/**
 * The shared parts of every verb of {@code bdm-client}: options before and after it, where the server is, exit codes, and the clock.
 * It knows no verb and no message of a subject, except options that several subjects share.
 * The verbs extend {@code Verb} or {@code VerbGroup}; {@code Main} gives them the {@code Front}.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.verb;

import org.jspecify.annotations.NullMarked;
