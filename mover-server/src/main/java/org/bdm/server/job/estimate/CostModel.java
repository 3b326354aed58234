package org.bdm.server.job.estimate;

import java.util.EnumMap;
import java.util.Map;

/** The cost of one unit of each term on one link: the time of a job is their sum. */
final class CostModel {
    private static final CostTerm[] TERMS = CostTerm.values();

    /** The costs of a link of which nothing is known. */
    static final CostModel GUESS = new CostModel(guessed());

    private final double[] seconds;

    /**
     * Of costs.
     *
     * @param seconds a positive number for each term, in their order
     */
    CostModel(double[] seconds) {
        this.seconds = seconds.clone();
    }

    private static double[] guessed() {
        double[] seconds = new double[TERMS.length];
        for (CostTerm term : TERMS) seconds[term.ordinal()] = term.secondsGuessed;
        return seconds;
    }

    double of(CostTerm term) {
        return seconds[term.ordinal()];
    }

    double seconds(LinkWork work) {
        double sum = 0;
        for (CostTerm term : TERMS) sum += of(term) * term.unitsOf(work);
        return sum;
    }

    /** The seconds of each term; bytes take no less than the largest rate allows. */
    Map<CostTerm, Double> split(LinkWork work, long bytesPerSecondMax) {
        Map<CostTerm, Double> split = new EnumMap<>(CostTerm.class);
        for (CostTerm term : TERMS) split.put(term, of(term) * term.unitsOf(work));
        if (bytesPerSecondMax > 0) {
            double slowest = CostTerm.BYTES.unitsOf(work) / bytesPerSecondMax;
            split.merge(CostTerm.BYTES, slowest, Math::max);
        }
        return split;
    }
}
