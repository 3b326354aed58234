package org.bdm.core.adapt;

/** The rule of FTS3 while nothing fails: one more if the smoothed speed is not lower than before, else one less. */
final class FtsRule implements Contender {
    private static final double WEIGHT = 0.1;

    private int number = 2;
    private double smoothed;

    @Override
    public Parallelism counts() {
        return BOUNDS.clamp(Parallelism.ofEach(number));
    }

    @Override
    public void decide(IntervalWork work) {
        double before = smoothed;
        smoothed = before == 0 ? work.bytesPerSecond() : (1 - WEIGHT) * before + WEIGHT * work.bytesPerSecond();
        number = Math.max(1, Math.min(64, number + (smoothed >= before ? 1 : -1)));
    }
}
