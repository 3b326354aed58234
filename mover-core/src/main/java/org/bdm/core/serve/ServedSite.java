package org.bdm.core.serve;

/**
 * The work of this node for one site that reads from it.
 *
 * @param streams open now
 * @param bytesSent payload since the start of the process
 */
public record ServedSite(int streams, long bytesSent) {}
