package org.bdm.server.job.schedule;

import java.util.concurrent.CompletionStage;
import org.bdm.core.id.JobId;

/** Work on one job that was started by a {@link Worker}. Any thread. */
public interface RunningWork {
    /** The job it belongs to. */
    JobId job();

    /** Completes, never exceptionally, when nothing of the work runs any more: only then may it be started again. */
    CompletionStage<Void> ended();

    /** Makes what is under way durable and ends; returns at once. May be called again. */
    void stop();

    /** Leaves its place to a job of another owner as soon as what is under way ends, after a while anyway; returns at once. */
    default void leave() {
        stop();
    }

    /** The job may move so fast now; 0: as fast as it goes. Called again and again, mostly with what holds already. */
    default void steer(long bytesPerSecondMax) {}
}
