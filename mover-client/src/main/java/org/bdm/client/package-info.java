/**
 * The REST interface of a control plane as Java methods: one method for each route, errors as two exceptions.
 * It is not the command line: it prints nothing, reads no environment and decides no exit code.
 * The verbs of {@code client.cli} call it, and so do the end-to-end tests.
 * All calls block the calling thread; the types may be used from many threads.
 */
@NullMarked
package org.bdm.client;

import org.jspecify.annotations.NullMarked;
