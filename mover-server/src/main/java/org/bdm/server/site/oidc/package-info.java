/**
 * People who log in with the account of their institution, by OpenID Connect: logins under way, and which role follows
 * from what the issuer says of a person. An extension asks the issuer and checks its tokens.
 * It keeps nothing of a login: the browser brings back what the next step needs.
 * Called by the API.
 * Safe on any thread that may block; each request to the issuer takes at most 10 seconds.
 */
@NullMarked
package org.bdm.server.site.oidc;

import org.jspecify.annotations.NullMarked;
