/**
 * Shows and steers this site over HTTP: paired sites, invitations, exports, tokens, the audit log, login, and files of exports.
 * It does no work: {@code access} and {@code serving} do.
 * Called by the servlet container.
 * Runs on servlet threads; looks at disks and other sites run on threads of {@code look}.
 */
@NullMarked
package org.bdm.server.api.site;

import org.jspecify.annotations.NullMarked;
