package org.bdm.core.source;

/**
 * The times that a source told of itself in the last seconds, over all its streams. Times are in seconds of one lane a second: two streams that read
 * all the time have a reading of 2.
 *
 * @param streams that told
 * @param reading opening and reading files
 * @param computing checksums and packing
 * @param sending waiting until earlier blocks have left: the network, or this end, takes no more
 * @param pacing waiting because a rate was set
 * @param processorsBusy share of its processors that the process of the source uses, 0 to 1
 * @param roundTripMicros of the slowest stream; 0 if unknown
 * @param segmentsResent share of all segments that were sent again, 0 to 1
 */
public record SourceLoad(
        int streams,
        double reading,
        double computing,
        double sending,
        double pacing,
        double processorsBusy,
        int roundTripMicros,
        double segmentsResent) {
    /** Time in which anything was wanted of the source. */
    public double sum() {
        return reading + computing + sending + pacing;
    }

    /** The part of {@link #sum} that {@code time} is, 0 to 1. */
    public double share(double time) {
        return sum() <= 0 ? 0 : time / sum();
    }
}
