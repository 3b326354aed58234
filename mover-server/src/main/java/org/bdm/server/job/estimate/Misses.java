package org.bdm.server.job.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The misses of earlier predictions of a link, each made without the job that it was of: give the quantiles of the next. Misses of
 * newer jobs weigh more, and those of jobs about as long. A few points of a wide normal distribution stand for what has not been seen yet.
 *
 * @param newestFirst of the newest job first
 */
record Misses(List<Miss> newestFirst) {
    /** Nothing was predicted yet. */
    static final Misses NONE = new Misses(List.of());

    /** Deviations at which a normal distribution is cut into ten parts of equal weight, at their middles. */
    private static final double[] NORMAL = {-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645};

    private static final double SPREAD_UNSEEN = 1.0;
    private static final double WEIGHT_UNSEEN = 1.0;
    private static final double LIKE = 0.8;
    private static final double WEIGHT_UNLIKE = 0.15;

    Misses {
        newestFirst = List.copyOf(newestFirst);
    }

    /**
     * One prediction and what became of it.
     *
     * @param factor the time that it took, divided by that predicted
     */
    record Miss(double predictedSeconds, double factor) {}

    private record Point(double value, double weight) {}

    /** The factor below which a share {@code part} of jobs ends that are predicted to take so long. */
    double factor(double part, double predictedSeconds) {
        List<Point> points = new ArrayList<>();
        for (double deviation : NORMAL) {
            points.add(new Point(deviation * SPREAD_UNSEEN, WEIGHT_UNSEEN / NORMAL.length));
        }
        for (int age = 0; age < newestFirst.size(); age++) {
            Miss miss = newestFirst.get(age);
            double far = Math.log(miss.predictedSeconds() / predictedSeconds) / LIKE;
            double alike = WEIGHT_UNLIKE + (1 - WEIGHT_UNLIKE) * Math.exp(-far * far / 2);
            double recent = Math.pow(0.5, age / ModelFit.HALF_LIFE_JOBS);
            points.add(new Point(Math.log(miss.factor()), alike * recent));
        }
        points.sort(Comparator.comparingDouble(Point::value));
        return Math.exp(quantile(part, points));
    }

    /** Between the middles of the weights of two points it is on the line between them. */
    private static double quantile(double part, List<Point> points) {
        double all = points.stream().mapToDouble(Point::weight).sum();
        double wanted = part * all;
        double before = 0;
        double lastMiddle = 0;
        for (int at = 0; at < points.size(); at++) {
            Point point = points.get(at);
            double middle = before + point.weight() / 2;
            if (wanted <= middle) {
                if (at == 0) return point.value();
                double last = points.get(at - 1).value();
                return last + (point.value() - last) * (wanted - lastMiddle) / (middle - lastMiddle);
            }
            before += point.weight();
            lastMiddle = middle;
        }
        return points.get(points.size() - 1).value();
    }
}
