package org.bdm.core.control.dataset;

/**
 * A digest that was published of a file.
 *
 * @param nodes Number of data nodes that say it, at least 0. Such as {@code 3}.
 */
public record ReplicaDigestView(String algorithm, String value, int nodes) {}
