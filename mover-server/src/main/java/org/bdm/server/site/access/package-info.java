/**
 * Permissions: tokens and roles, pairing with other sites, grants, tickets, the audit log; and the exports that all this is about.
 * It does not answer requests: the API and the data port ask it.
 * Called by the rooms of {@code job}, the data port and the API.
 * Safe on any thread that may block.
 */
@NullMarked
package org.bdm.server.site.access;

import org.jspecify.annotations.NullMarked;
