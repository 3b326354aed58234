/**
 * Reads and writes what the REST interface exchanges, without HTTP: ids, plain text, strict JSON, streamed lists, errors as problems.
 * It knows neither Spring nor the servlet container, and does no work: use cases and resources share it.
 * Used by the REST interface and by what it begins: submissions, plans, requests.
 * Everything runs on the thread of its caller; {@code Answers} waits for others, but never for ever.
 */
@NullMarked
package org.bdm.server.message;

import org.jspecify.annotations.NullMarked;
