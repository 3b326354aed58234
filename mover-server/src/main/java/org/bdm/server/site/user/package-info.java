/**
 * People who log in with a name and a password: accounts, hashes of passwords, logins and what wrong passwords lead to.
 * It knows no session and no request: what a user may do follows from his token, which {@code access} judges.
 * Called by the API.
 * Safe on any thread that may block; a hash takes tens of milliseconds of a processor.
 */
@NullMarked
package org.bdm.server.site.user;

import org.jspecify.annotations.NullMarked;
