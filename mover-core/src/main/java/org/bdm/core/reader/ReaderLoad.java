package org.bdm.core.reader;

/**
 * Times of a reader since it began, in nanoseconds. Those of all its lanes are added.
 *
 * @param reading opening and reading files, and waiting for a thread to do so
 * @param computing checksums and packing, and waiting for a thread to do so
 * @param sending waiting until earlier blocks have left
 * @param pacing waiting because a rate was set
 */
public record ReaderLoad(long reading, long computing, long sending, long pacing) {
    /** Nothing was wanted. */
    static final ReaderLoad NONE = new ReaderLoad(0, 0, 0, 0);

    /** Of two lanes. */
    ReaderLoad plus(ReaderLoad other) {
        return new ReaderLoad(
                reading + other.reading, computing + other.computing, sending + other.sending, pacing + other.pacing);
    }

    /** The load that was added since {@code before}. */
    public ReaderLoad minus(ReaderLoad before) {
        return new ReaderLoad(
                reading - before.reading,
                computing - before.computing,
                sending - before.sending,
                pacing - before.pacing);
    }

    /** Time in which something was wanted. */
    public long sum() {
        return reading + computing + sending + pacing;
    }
}
