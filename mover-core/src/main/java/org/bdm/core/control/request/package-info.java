/**
 * REST messages of drafts and of requests to replicate, with the decision of a manager.
 * It is not the place of the job that does what was asked for: a request only names it.
 * The server's {@code api} and the client use it.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.request;

import org.jspecify.annotations.NullMarked;
