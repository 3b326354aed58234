package org.bdm.server.tracing;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.bdm.core.id.JobId;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.schedule.Worker;

/** Makes a span of each piece of work of another worker, from its start until nothing of it runs, with the job as {@code bdm.job}. */
record TracedWorker(String work, Worker worker, Tracer tracer) implements Worker {
    @Override
    public List<RunningWork> start(List<RunningWork> running, Runnable wake) {
        List<RunningWork> started = worker.start(running, wake);
        started.forEach(this::follow);
        return started;
    }

    private void follow(RunningWork begun) {
        Span span = tracer.spanBuilder()
                .setNoParent()
                .name(work)
                .tag("bdm.job", begun.job().toString())
                .start();
        var unused = begun.ended().whenComplete((done, error) -> span.end());
    }

    @Override
    public CompletionStage<Boolean> settle(JobId job) {
        return worker.settle(job);
    }

    @Override
    public void discard(JobId job) {
        worker.discard(job);
    }
}
