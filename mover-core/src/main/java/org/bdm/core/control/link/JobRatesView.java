package org.bdm.core.control.link;

import java.util.List;

/**
 * Rates of a job over time, of all nodes together.
 *
 * @param stepSeconds length of a step
 * @param points by time; a step without one moved nothing
 * @param marks what changed the rate, the newest 200, by time
 */
public record JobRatesView(int stepSeconds, List<RatePointView> points, List<RateMarkView> marks) {}
