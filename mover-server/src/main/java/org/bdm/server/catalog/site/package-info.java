/**
 * Paired sites, grants, invitations, tokens, users and the audit log, in the catalog.
 * It checks no caller: the package access decides, this room remembers.
 * Access and the API use it.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.catalog.site;

import org.jspecify.annotations.NullMarked;
