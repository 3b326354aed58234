package org.bdm.core.control.job;

/**
 * What a data node published with https and sent without TLS, because a digest decides or its policy allows it.
 *
 * @param place the data node, after {@code http://}
 */
public record WithoutTlsView(String place, long files, long bytes) {}
