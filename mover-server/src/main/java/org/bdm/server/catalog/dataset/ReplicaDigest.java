package org.bdm.server.catalog.dataset;

import org.bdm.core.checksum.Checksum;

/**
 * A digest that was published of a file.
 *
 * @param nodes how many data nodes say it
 */
public record ReplicaDigest(Checksum value, int nodes) {}
