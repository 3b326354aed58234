package org.bdm.server.metrics;

/** Kinds of meters. */
enum MeterKind {
    /** Only grows while the process runs; begins with 0 at its start. */
    COUNTER("counter"),
    /** Goes up and down; those of several processes or labels may be added up. */
    GAUGE("gauge"),
    /** Goes up and down, and a sum of several has no meaning: a time, a share, or 1 for yes and 0 for no. */
    LEVEL("gauge"),
    /** Counts operations by duration. */
    HISTOGRAM("histogram");

    private final String shown;

    MeterKind(String shown) {
        this.shown = shown;
    }

    /** The type as Prometheus names it. */
    String shown() {
        return shown;
    }

    boolean addsUp() {
        return this != LEVEL;
    }
}
