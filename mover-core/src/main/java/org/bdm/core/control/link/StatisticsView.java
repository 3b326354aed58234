package org.bdm.core.control.link;

import java.util.List;

/**
 * Files that jobs moved to the site of this server within some days.
 *
 * @param by By what the groups are told apart. One of {@code StatisticsGrouping}.
 * @param since First day, in UTC. Such as {@code 2026-11-01}.
 * @param until Last day, in UTC. Such as {@code 2026-11-30}.
 * @param all Of all groups together.
 * @param groups By time, or those with most bytes first; at most 10,000.
 */
public record StatisticsView(
        String by, String since, String until, StatisticsGroupView all, List<StatisticsGroupView> groups) {}
