package org.bdm.server.job.estimate;

import java.time.Duration;
import java.util.List;

/**
 * Finds the costs that explain samples best: least squares of the logarithms of times, with the logarithms of the costs drawn to those of a
 * guess. So no cost is negative, a slow link is learnt from few jobs, and a cost of which the samples say nothing stays as guessed. Newer
 * samples weigh more, and one that is far off weighs less than its square.
 */
final class ModelFit {
    /** A sample this many jobs older weighs half. */
    static final double HALF_LIFE_JOBS = 20;

    private static final double HALF_LIFE_DAYS = 30;
    private static final double SCATTER = 0.25;
    private static final double FAR = 1.5;
    private static final int ROUNDS = 40;
    private static final double STEP_MAX = 1;
    private static final double SETTLED = 1e-4;
    private static final double SECONDS_MIN = 0.001;
    private static final CostTerm[] TERMS = CostTerm.values();

    private final CostModel guess;
    private final List<LinkSample> newestFirst;
    private final double[] shift = new double[TERMS.length]; // of the logarithm of each cost

    private ModelFit(CostModel guess, List<LinkSample> newestFirst) {
        this.guess = guess;
        this.newestFirst = newestFirst;
    }

    static CostModel of(CostModel guess, List<LinkSample> newestFirst) {
        if (newestFirst.isEmpty()) return guess;
        ModelFit fit = new ModelFit(guess, newestFirst);
        for (int round = 0; round < ROUNDS; round++) {
            if (fit.step() < SETTLED) break;
        }
        return fit.model();
    }

    private CostModel model() {
        double[] seconds = new double[TERMS.length];
        for (CostTerm term : TERMS) seconds[term.ordinal()] = guess.of(term) * Math.exp(shift[term.ordinal()]);
        return new CostModel(seconds);
    }

    /** A step of Gauss and Newton; gives how far it went. */
    private double step() {
        double[][] curvature = new double[TERMS.length][TERMS.length];
        double[] slope = new double[TERMS.length];
        for (CostTerm term : TERMS) {
            int at = term.ordinal();
            double pull = 1 / (term.doubt * term.doubt);
            curvature[at][at] = pull;
            slope[at] = -shift[at] * pull;
        }
        CostModel now = model();
        for (int age = 0; age < newestFirst.size(); age++)
            add(now, newestFirst.get(age), weight(age), curvature, slope);
        double[] step = solved(curvature, slope);
        double most = 0;
        for (double each : step) most = Math.max(most, Math.abs(each));
        double part = most > STEP_MAX ? STEP_MAX / most : 1;
        for (int at = 0; at < step.length; at++) shift[at] += part * step[at];
        return most;
    }

    private double weight(int age) {
        Duration older = Duration.between(
                newestFirst.get(age).ended(), newestFirst.get(0).ended());
        double days = Math.max(0, older.toMinutes() / 1440.0);
        return Math.pow(0.5, age / HALF_LIFE_JOBS + days / HALF_LIFE_DAYS);
    }

    private static void add(CostModel now, LinkSample sample, double weight, double[][] curvature, double[] slope) {
        double all = now.seconds(sample.work());
        double off = Math.log(Math.max(SECONDS_MIN, sample.seconds()) / all) / SCATTER;
        double trust = weight * (Math.abs(off) > FAR ? FAR / Math.abs(off) : 1);
        double[] share = new double[TERMS.length];
        for (CostTerm term : TERMS) {
            share[term.ordinal()] = now.of(term) * term.unitsOf(sample.work()) / all / SCATTER;
        }
        for (int row = 0; row < share.length; row++) {
            slope[row] += trust * share[row] * off;
            for (int column = 0; column < share.length; column++) {
                curvature[row][column] += trust * share[row] * share[column];
            }
        }
    }

    /** Elimination; the matrix is positive definite, so no row need be exchanged. */
    private static double[] solved(double[][] matrix, double[] right) {
        int size = right.length;
        for (int at = 0; at < size; at++) {
            for (int row = at + 1; row < size; row++) {
                double factor = matrix[row][at] / matrix[at][at];
                for (int column = at; column < size; column++) matrix[row][column] -= factor * matrix[at][column];
                right[row] -= factor * right[at];
            }
        }
        double[] solution = new double[size];
        for (int at = size - 1; at >= 0; at--) {
            double rest = right[at];
            for (int column = at + 1; column < size; column++) rest -= matrix[at][column] * solution[column];
            solution[at] = rest / matrix[at][at];
        }
        return solution;
    }
}
