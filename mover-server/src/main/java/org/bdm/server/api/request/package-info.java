/**
 * Takes lists of other programs as drafts, and requests to replicate, over HTTP.
 * It does no work: lists are read by {@code interchange}, requests made and approved by {@code request}.
 * Called by the servlet container.
 * Runs on servlet threads; a list is read as a stream.
 */
@NullMarked
package org.bdm.server.api.request;

import org.jspecify.annotations.NullMarked;
