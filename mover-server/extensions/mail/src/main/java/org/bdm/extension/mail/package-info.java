/**
 * Sends e-mail over SMTP.
 * It knows no hook: the server says what is sent to whom, and through which mail server.
 * The server finds it by {@code META-INF/services} when an e-mail is to be sent.
 * Any thread that may block; each message has a time bound.
 */
@NullMarked
package org.bdm.extension.mail;

import org.jspecify.annotations.NullMarked;
