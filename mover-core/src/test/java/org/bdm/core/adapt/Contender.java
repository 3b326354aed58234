package org.bdm.core.adapt;

import java.util.function.Supplier;

/** A way to set the numbers of workers, of those that are compared. Owner only. */
interface Contender {
    /** Most workers of each stage. */
    ParallelismBounds BOUNDS = new ParallelismBounds(Parallelism.ofEach(1), new Parallelism(16, 16, 16, 16));

    Parallelism counts();

    void decide(IntervalWork work);

    /** The controller of this program, from 2 workers each. */
    static Contender ours() {
        ParallelismController controller = new ParallelismController(BOUNDS, Parallelism.ofEach(2));
        return new Contender() {
            @Override
            public Parallelism counts() {
                return controller.counts();
            }

            @Override
            public void decide(IntervalWork work) {
                controller.decide(work);
            }
        };
    }

    /** These numbers for ever. */
    static Contender fixed(Parallelism counts) {
        return new Contender() {
            @Override
            public Parallelism counts() {
                return counts;
            }

            @Override
            public void decide(IntervalWork work) {}
        };
    }

    /** One number for all stages. */
    static Supplier<Contender> fixed(int number) {
        return () -> fixed(BOUNDS.clamp(Parallelism.ofEach(number)));
    }
}
