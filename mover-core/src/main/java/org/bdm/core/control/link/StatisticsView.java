package org.bdm.core.control.link;

import java.util.List;

/**
 * Files that jobs moved to the site of this server within some days.
 *
 * @param by by what the groups are told apart: day, month, project, source or subscription
 * @param since first day in UTC, as 2026-01-31
 * @param until last day in UTC
 * @param all of all groups together
 * @param groups by time, or those with most bytes first; at most 10,000
 */
public record StatisticsView(
        String by, String since, String until, StatisticsGroupView all, List<StatisticsGroupView> groups) {}
