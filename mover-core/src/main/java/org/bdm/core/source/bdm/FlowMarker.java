package org.bdm.core.source.bdm;

import org.bdm.core.id.Scitag;
import org.bdm.core.stream.StreamEnds;

/** Tells networks to which experiment a flow belongs. Any thread; must not block. */
@FunctionalInterface
public interface FlowMarker {
    /** Tells nobody. */
    FlowMarker NONE = (ends, scitag) -> bytes -> {};

    /** Bytes come over this stream, from there to here, for a job with this tag. */
    Flow began(StreamEnds ends, Scitag scitag);

    /** A stream that carries bytes for a job. */
    @FunctionalInterface
    interface Flow {
        /**
         * The stream carries nothing for the job any more.
         *
         * @param bytes that came over it for the job
         */
        void ended(long bytes);
    }
}
