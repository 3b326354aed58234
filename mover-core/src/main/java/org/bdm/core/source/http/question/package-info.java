/**
 * One question to a data node and its answer: redirects, the head of an answer and its validators, the body straight into loans; looks without a body.
 * It is not the place of files: it knows neither the other copies of a file nor what is tried next.
 * The source above asks through it; the server looks at files with {@code HttpLook}.
 * A question belongs to the event loop of its connection; {@code HttpLook} is safe on any thread.
 */
@NullMarked
package org.bdm.core.source.http.question;

import org.jspecify.annotations.NullMarked;
