package org.bdm.server.job.limit;

/** Receives how much a session may take. Any thread; must not block, and not ask {@link LinkFlows} anything. */
@FunctionalInterface
public interface RateTaker {
    /** From now on. */
    void mayTake(Allowance allowed);
}
