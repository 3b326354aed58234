/**
 * Checks whether this machine suits a data transfer node: network settings, limits, clock, file systems, versions.
 * It reads only, needs no rights of root, and changes nothing: each finding says what a person may change.
 * The REST interface asks {@code Doctor}, which runs every {@code HostCheck} within a bounded time; a check that hangs is UNKNOWN.
 * Checks run on threads of their own, one at a time each; everything else is immutable.
 */
@NullMarked
package org.bdm.server.doctor;

import org.jspecify.annotations.NullMarked;
