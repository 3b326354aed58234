package org.bdm.server.catalog.holding;

import java.time.Instant;
import org.bdm.core.checksum.Checksum;

/**
 * A digest that is known of a holding.
 *
 * @param knownAt when it was computed here, or taken from a list
 */
public record HoldingDigest(Checksum digest, DigestOrigin origin, Instant knownAt) {}
