package org.bdm.core.control.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes and files that one link moved within a time.
 *
 * @param source name of a site or host of a data node; null for all links together that are not told apart
 * @param destination the site of this server
 * @param bytes payload that arrived
 * @param files that were finished
 * @param failures tries of files that failed, those that were made again later too
 * @param points by time; a step without one moved nothing
 */
public record LinkRatesView(
        @Nullable String source,
        String destination,
        long bytes,
        long files,
        long failures,
        List<RatePointView> points) {}
