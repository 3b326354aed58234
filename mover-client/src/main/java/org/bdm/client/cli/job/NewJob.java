package org.bdm.client.cli.job;

import java.net.ConnectException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.JobWords;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;

/** Sends a job, prints its id alone, and waits for its end if that is wanted. */
public final class NewJob {
    private static final int TRIES_WITH_ONE_KEY = 3;

    private final Verb verb;
    private final String key;
    private boolean failOnEmpty;

    public NewJob(Verb verb, @Nullable String idempotencyKey) {
        this.verb = verb;
        this.key = idempotencyKey == null ? UUID.randomUUID().toString() : idempotencyKey;
    }

    /** A job that had no file to transfer ends with exit code 1. */
    public NewJob failingOnEmpty(boolean whetherItDoes) {
        failOnEmpty = whetherItDoes;
        return this;
    }

    public String key() {
        return key;
    }

    /** An answer that was lost is asked for again with the same key. */
    public JobView sent(Function<String, JobView> submission) {
        for (int attempt = 1; ; attempt++) {
            try {
                return submission.apply(key);
            } catch (ServerUnreachable e) {
                boolean nothingSent = e.getCause() instanceof ConnectException;
                if ((nothingSent && attempt == 1) || attempt == TRIES_WITH_ONE_KEY) throw e;
                verb.terminal().message("no answer, trying again with the same key: " + e.getMessage());
                verb.pacer().pause(Duration.ofSeconds(attempt));
            }
        }
    }

    /** Prints the id and does not wait; exit code 1 if it skips datasets. */
    public ExitCode printed(JobView job) {
        if (verb.json()) verb.terminal().json(job);
        else verb.terminal().line(job.id());
        if (job.unknownDatasets() == 0) return ExitCode.DONE;
        verb.besideData().message("warning: skips " + JobWords.unknown(job.unknownDatasets(), job.id()));
        return ExitCode.FILES_FAILED;
    }

    /** Prints the id and waits for the end; the exit code tells the outcome. */
    public ExitCode awaited(JobView job, boolean failOnPause) {
        Terminal beside = verb.besideData();
        if (verb.json()) beside.message(job.id() + " submitted");
        else verb.terminal().line(job.id());
        JobWatch watch = new JobWatch(verb.api(), verb.pacer(), beside);
        if (!beside.style().quiet()) watch.showingEvery(LiveProgress.interval(beside.style()));
        JobView last = (failOnPause ? watch.failingOnPause() : watch)
                .untilEnd(job, new LiveProgress(beside, verb.pacer(), beside::message));
        if (verb.json()) verb.terminal().json(last);
        beside.message(JobWatch.outcome(last));
        boolean isEmpty = last.state().equals("SUCCEEDED") && last.files().total() == 0;
        if (!isEmpty || !failOnEmpty) return JobWatch.exitCode(last);
        beside.message("warning: no file was selected; check the source, --include and --exclude");
        return ExitCode.FILES_FAILED;
    }
}
