package org.bdm.server.metrics;

/** Reads a group of meters at a scrape, without blocking. Any thread. */
@FunctionalInterface
interface MeterSource {
    /** Adds what there is now; what is not known is left out. */
    void addTo(MeterSamples samples);
}
