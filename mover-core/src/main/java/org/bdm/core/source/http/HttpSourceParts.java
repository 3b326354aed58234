package org.bdm.core.source.http;

import java.util.function.ObjIntConsumer;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.NodeUser;

/**
 * Parts of one source.
 *
 * @param nodes shared by all sources of the process
 * @param receiving what the receiving side may hold of the cache; closed by whoever made it, after the source
 * @param memory of the job
 * @param missing told of copies that are not there, and of those that are there again
 * @param user who takes places at the nodes for it; of this source alone
 * @param requests told of 1 more, or -1, whenever a request to the node of this name begins or ends; must not block
 */
public record HttpSourceParts(
        HttpNodes nodes,
        CacheShare receiving,
        ValidatorMemory memory,
        MissingCopyListener missing,
        NodeUser user,
        ObjIntConsumer<String> requests) {
    /** As the other, with the usual weight and nobody who counts requests. */
    public HttpSourceParts(HttpNodes nodes, CacheShare receiving, ValidatorMemory memory, MissingCopyListener missing) {
        this(nodes, receiving, memory, missing, NodeUser.usual(), (node, more) -> {});
    }
}
