package org.bdm.core.control.dataset;

/**
 * A digest that was published of a file.
 *
 * @param nodes how many data nodes say it
 */
public record ReplicaDigestView(String algorithm, String value, int nodes) {}
