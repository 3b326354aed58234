/**
 * Frames to bytes and bytes to frames, and the versions of the protocol; docs/protocol.md is normative.
 * It is not a connection and keeps no state but that of a half-read header.
 * Called by {@code stream}; the frame records are used by {@code source.bdm} and {@code serve}.
 * Frames are immutable and safe on any thread; a codec belongs to one event loop.
 */
@NullMarked
package org.bdm.core.wire;

import org.jspecify.annotations.NullMarked;
