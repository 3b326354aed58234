package org.bdm.core.control.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes and files that one link moved within a time, at all nodes.
 *
 * @param source Name of a site or host of a data node; null for all links together that are not told apart. Such as {@code north}.
 * @param destination Name of the site of this server. Such as {@code south}.
 * @param bytes Payload bytes that arrived, at least 0. Such as {@code 1073741824000}.
 * @param files Number of files that were finished, at least 0. Such as {@code 4200}.
 * @param failures Number of tries of files that failed, at least 0, those that succeeded later too. Those at data nodes are not counted.
 * Such as {@code 3}.
 * @param points Means of the steps, by time; a step without a point moved nothing.
 */
public record LinkRatesView(
        @Nullable String source,
        String destination,
        long bytes,
        long files,
        long failures,
        List<RatePointView> points) {}
