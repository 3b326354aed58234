package org.bdm.server.catalog.limit;

/**
 * The use of one link by one node for one job.
 *
 * @param node number of the node
 * @param job number of the job; 0 for the requests of a node to a data node, which it makes for all jobs together
 * @param source name of a site or host of a data node; empty for sessions that read from many places
 * @param export of this site that it writes into; empty if that is not one
 * @param isWhole whether whole sessions are meant, else one place of sessions that read from many
 * @param sessions number of sessions that share the link, at least 1
 * @param weight of its sessions together in the division of a limit, at least 1
 * @param streams open data streams or connections
 * @param bytesPerSecond measured over the last seconds
 * @param demand bytes/s that it would take at most, were there no limits; {@link Long#MAX_VALUE} if it takes all it gets
 * @param jobPart its part of the limit of its job, in bytes/s; {@link Long#MAX_VALUE} without one
 */
public record LinkUse(
        long node,
        long job,
        String source,
        String export,
        boolean isWhole,
        int sessions,
        int weight,
        int streams,
        long bytesPerSecond,
        long demand,
        long jobPart) {}
