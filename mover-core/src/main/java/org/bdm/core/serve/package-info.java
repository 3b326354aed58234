/**
 * Answers a peer that asks for listings, ranges and digests of the files that its ticket and its grant allow.
 * It keeps no progress and decides nothing: what is wanted, in which order and whether it arrived is known at the destination.
 * Called by the server's data port, which hands over streams.
 * A session's frames are handled on the event loop of its stream; files are read, listed and digested on three pools of their own.
 */
@NullMarked
package org.bdm.core.serve;

import org.jspecify.annotations.NullMarked;
