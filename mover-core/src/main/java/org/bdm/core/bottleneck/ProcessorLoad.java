package org.bdm.core.bottleneck;

/** The processors of this process over the last second or so, as shares of all that it may use, 0 to 1. Any thread; does not block. */
public interface ProcessorLoad {
    /** Nothing is known. */
    ProcessorLoad UNKNOWN = new ProcessorLoad() {
        @Override
        public double used() {
            return 0;
        }

        @Override
        public double needed() {
            return 0;
        }
    };

    /** The share that ran. */
    double used();

    /** The share that ran, or could have run and waited while others had the processors. */
    double needed();

    /** The share of the processors of this machine that other programs use; 0 if that is not known. */
    default double usedByOthers() {
        return 0;
    }
}
