/**
 * Sends one HTTP request after the other to an index, with its pauses, retries, cache and daily limit.
 * It checks addresses before it connects, follows redirects only where that is safe, and bounds bodies in bytes and time.
 * It does not read answers: an {@code AnswerReader} of the kind of index does.
 * Calls block the thread of the search until the answer is read.
 */
@NullMarked
package org.bdm.server.discovery.http;

import org.jspecify.annotations.NullMarked;
