package org.bdm.core.adapt;

/** Kinds of decisions. */
public enum AdaptReason {
    /** More workers of every stage, because the speed still grows. */
    STARTING,
    /** The speed has stopped growing: the numbers are cut to what carries it. */
    SETTLED,
    /** More of the stage that limits, to see whether that pays. */
    TRYING_MORE,
    /** Fewer of the stage that limits, to see whether that costs anything. */
    TRYING_FEWER,
    /** The numbers of a trial stay. */
    KEPT,
    /** The numbers before the trial hold again. */
    UNDONE,
    /** Fewer of a stage that waits most of the time. */
    IDLE_WORKERS,
    /** The speed has changed by itself. */
    SPEED_CHANGED,
    /** Nothing has to change. */
    UNCHANGED,
    /** Measurements that say nothing about the numbers. */
    FROZEN,
    /** Somebody has set every number. */
    PINNED
}
