package org.bdm.server.job.schedule;

import java.util.concurrent.CompletionStage;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.JobRequest;

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

    /** Rate and priority of the job are now those of this request. Called again and again, mostly with what holds already. */
    default void steer(JobRequest now) {}
}
