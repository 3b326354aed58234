/**
 * Hands files that this site cannot fetch itself over to another mover: a person with any tool, Globus, FTS. It does not transfer a byte, and
 * believes no state of a carrier: when one says that it has ended, what was asked for is compared with what is there. The REST interface makes
 * handovers; one node of the site drives them, as a duty ({@link org.bdm.server.carrier.HandoverDuty}). Carriers are asked on the thread of that
 * duty, which may block.
 */
@NullMarked
package org.bdm.server.carrier;

import org.jspecify.annotations.NullMarked;
