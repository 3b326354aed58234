package org.bdm.core.adapt;

/** One number for all stages, one up or down each interval: turns round when the utility of Falcon, T / 1.02^n - 10 T L, falls. */
final class HillClimber implements Contender {
    private int number = 2;
    private int direction = 1;
    private double utilityBefore = -1;

    @Override
    public Parallelism counts() {
        return BOUNDS.clamp(Parallelism.ofEach(number));
    }

    @Override
    public void decide(IntervalWork work) {
        double speed = work.bytesPerSecond();
        double utility = speed / Math.pow(1.02, number) - 10 * speed * work.lossShare();
        if (utility < utilityBefore) direction = -direction;
        utilityBefore = utility;
        number = Math.max(1, Math.min(64, number + direction));
    }
}
