package org.bdm.core.control.link;

import java.util.List;

/**
 * Rates of a job over time, of all nodes together.
 *
 * @param stepSeconds Length of a step in seconds: 10, doubled some times. Within {@code 10..}. Such as {@code 20}.
 * @param points Means of the steps, by time; a step without a point moved nothing.
 * @param marks What changed the rate, the newest 200, by time.
 */
public record JobRatesView(int stepSeconds, List<RatePointView> points, List<RateMarkView> marks) {}
