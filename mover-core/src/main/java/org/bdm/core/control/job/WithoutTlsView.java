package org.bdm.core.control.job;

/**
 * Files that a data node published with https and sent without TLS, allowed by a known digest or by its policy.
 *
 * @param place the data node, after {@code http://}
 */
public record WithoutTlsView(String place, long files, long bytes) {}
