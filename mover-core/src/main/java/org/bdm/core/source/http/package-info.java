/**
 * Fetches the files of a job from data nodes over HTTP(S): what is wanted of which file, which copy to ask next, what becomes of a request that failed.
 * It is no general HTTP client and knows no catalog: addresses are given to it, each with what is known of it.
 * Opened by {@code fetch} through {@code source}; it asks through the package {@code question}, at what the package {@code node} knows.
 * A source belongs to one event loop.
 */
@NullMarked
package org.bdm.core.source.http;

import org.jspecify.annotations.NullMarked;
