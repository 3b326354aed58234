/**
 * Reads records of strangers, in JSON or XML, within bounds of depth and size, and turns their fields into claims.
 * It knows no kind of index: what a whole answer looks like is said in the room of that kind.
 * The rooms of the indexes and of the events use it.
 * Streams are the caller's to close; everything runs on the thread of the caller.
 */
@NullMarked
package org.bdm.server.discovery.record;

import org.jspecify.annotations.NullMarked;
