package org.bdm.server.catalog.site;

import java.time.Duration;

/**
 * A measurement that is wanted.
 *
 * @param source name of the site that sends
 * @param time how long it takes
 * @param export that is written to; empty if nothing is
 * @param owner who asked for it
 */
public record BenchPlan(String source, BenchMode mode, Duration time, String export, String owner) {}
