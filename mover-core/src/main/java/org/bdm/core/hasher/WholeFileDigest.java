package org.bdm.core.hasher;

/** A digest in the making. Any thread. */
public interface WholeFileDigest {
    /** Stops soon; the listener hears CANCELLED, unless it has heard an end before. */
    void cancel();
}
