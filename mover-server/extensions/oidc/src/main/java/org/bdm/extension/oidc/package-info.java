/**
 * Asks an issuer of OpenID Connect: for its document and its keys, for the tokens of a login, and checks what a token proves.
 * It keeps nothing of a login, and knows no role: the server decides who is let in as whom.
 * The server finds it by {@code META-INF/services} when its settings name an issuer.
 * Safe on any thread that may block; each request to the issuer takes at most 10 seconds.
 */
@NullMarked
package org.bdm.extension.oidc;

import org.jspecify.annotations.NullMarked;
