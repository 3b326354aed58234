/**
 * REST messages of this site and those it is paired with: exports and their entries, invitations, tokens and logins, the audit log, version and health, what needs a person.
 * It is not the place of data nodes: those are no sites.
 * The server's {@code api} and the client use it.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.site;

import org.jspecify.annotations.NullMarked;
