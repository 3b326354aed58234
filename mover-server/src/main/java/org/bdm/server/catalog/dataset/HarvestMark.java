package org.bdm.server.catalog.dataset;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time up to which one index was harvested for a standing query.
 *
 * @param harvested the highest time of indexing that its last answers in full had; empty before the first that had any
 * @param fullAt when it last answered in full what was asked without a time
 * @param warning why the last answer was not full; empty if it was
 * @param silence how long it has failed or listed nothing
 */
public record HarvestMark(
        String index, Optional<Instant> harvested, Optional<Instant> fullAt, String warning, Silence silence) {
    /**
     * The silence of an index.
     *
     * @param failures runs in a row that it did not answer in full
     * @param failingSince when the first of them was; empty without any
     * @param listed dataset versions that it listed when it was last asked for everything; empty before
     * @param emptySince when it first listed nothing after it had listed something; empty if it lists something, or never did
     */
    public record Silence(
            int failures, Optional<Instant> failingSince, OptionalLong listed, Optional<Instant> emptySince) {
        /** Of an index that was not asked yet. */
        public static final Silence NONE = new Silence(0, Optional.empty(), OptionalLong.empty(), Optional.empty());

        /** After another run without an answer in full. */
        public Silence failed(Instant now) {
            return new Silence(failures + 1, failingSince.or(() -> Optional.of(now)), listed, emptySince);
        }

        /** After an answer in full to a question for what is new. */
        public Silence answered() {
            return new Silence(0, Optional.empty(), listed, emptySince);
        }

        /** After an answer in full to a question for everything. */
        public Silence answered(long all, Instant now) {
            if (all > 0) return new Silence(0, Optional.empty(), OptionalLong.of(all), Optional.empty());
            boolean isEmptied = listed.orElse(0) > 0;
            return new Silence(
                    0, Optional.empty(), listed, isEmptied ? emptySince.or(() -> Optional.of(now)) : emptySince);
        }
    }

    /** Makes a mark of an index that answers. */
    public HarvestMark(String index, Optional<Instant> harvested, Optional<Instant> fullAt, String warning) {
        this(index, harvested, fullAt, warning, Silence.NONE);
    }
}
