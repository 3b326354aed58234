package org.bdm.core.source.http;

import org.bdm.core.cache.CacheShare;
import org.bdm.core.source.http.node.HttpNodes;

/**
 * Parts of one source.
 *
 * @param nodes shared by all sources of the process
 * @param receiving what the receiving side may hold of the cache; closed by whoever made it, after the source
 * @param memory of the job
 * @param missing told of copies that are not there, and of those that are there again
 */
public record HttpSourceParts(
        HttpNodes nodes, CacheShare receiving, ValidatorMemory memory, MissingCopyListener missing) {}
