/**
 * The verbs about the site: pairing, exports and their trees, data nodes, tokens, the audit log.
 * It keeps no keys; they are in the home of the server.
 * {@code Main} runs the verbs.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.site;

import org.jspecify.annotations.NullMarked;
