package org.bdm.core.adapt;

/** A stage of a transfer whose number of workers can be set, in the order of the bytes. */
public enum WorkStage {
    /** Readers at the source. */
    READ("reader"),
    /** Streams between source and destination. */
    NETWORK("stream"),
    /** Writers at the destination. */
    WRITE("writer"),
    /** Hash threads at the destination. */
    HASH("hasher");

    private final String worker;

    WorkStage(String worker) {
        this.worker = worker;
    }

    /** Returns for example "1 stream" or "3 streams". */
    String counted(int number) {
        return number + " " + worker + (number == 1 ? "" : "s");
    }

    /** Returns for example "streams". */
    public String workers() {
        return worker + "s";
    }
}
