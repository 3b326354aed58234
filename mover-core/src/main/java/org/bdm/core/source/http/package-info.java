/**
 * Fetches files from data nodes over HTTP(S): range requests straight into leases, and which copy to ask next.
 * It is no general HTTP client and knows no catalog: addresses are given to it, each with what is known of it.
 * Opened by {@code fetch} through {@code source}; {@code HttpNodes} is made once per process and shared by all jobs.
 * A source belongs to one event loop; {@code HttpNodes} is safe on any thread.
 */
@NullMarked
package org.bdm.core.source.http;

import org.jspecify.annotations.NullMarked;
