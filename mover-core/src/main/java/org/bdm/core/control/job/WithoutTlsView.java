package org.bdm.core.control.job;

/**
 * Files that a data node published with https and sent without TLS, allowed by a known digest or by its settings.
 *
 * @param place The data node, after http://. Such as {@code http://esgf.example}.
 */
public record WithoutTlsView(String place, long files, long bytes) {}
