package org.bdm.client.cli.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.cli.verb.WaitTimedOut;
import org.bdm.client.output.JobWords;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.holding.MirrorView;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a job to end: the server answers when its state changes. If a server answers sooner, the next request follows after a pause. A
 * server that restarts resumes its jobs by itself, so an interruption after the first answer is waited out.
 */
public final class JobWatch {
    private static final Set<String> FINAL_STATES = Set.of("SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED");

    /** The program goes on from these without anybody. */
    private static final Set<String> PASSING_PAUSES =
            Set.of("WINDOW_CLOSED", "SITE_MAINTENANCE", "PEER_UNREACHABLE", "CANCELLING");

    private static final Duration PATIENCE_WITH_SERVER = Duration.ofMinutes(10);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

    /** The end is seen at most this part of the whole wait too late. */
    private static final int PAUSES_IN_THE_WAIT = 20;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final MoverApi api;
    private final Pacer pacer;
    private final Terminal terminal;
    private boolean failOnPause;
    private Duration wait = LONGEST_WAIT;
    private @Nullable Instant deadline;
    private @Nullable Instant breakBegan;

    public JobWatch(MoverApi api, Pacer pacer, Terminal terminal) {
        this.api = api;
        this.pacer = pacer;
        this.terminal = terminal;
    }

    /** Ends also when the job is paused until a person does something. */
    public JobWatch failingOnPause() {
        failOnPause = true;
        return this;
    }

    /** Throws {@link WaitTimedOut} after this long; null waits without end. */
    public JobWatch within(@Nullable Duration longest) {
        deadline = longest == null ? null : pacer.clock().instant().plus(longest);
        return this;
    }

    /** Shows a view at least so often; else only when the state changes. */
    public JobWatch showingEvery(Duration longest) {
        wait = longest;
        return this;
    }

    /** The last view of the job. Each view is shown, the last one too. */
    public JobView untilEnd(String jobId, Consumer<JobView> each) {
        return untilEnd(api.job(jobId), each);
    }

    /** As the other, from a view that there is already. */
    public JobView untilEnd(JobView first, Consumer<JobView> each) {
        JobView job = first;
        Instant began = pacer.clock().instant();
        while (true) {
            each.accept(job);
            if (FINAL_STATES.contains(job.state()) || (failOnPause && needsPerson(job))) return job;
            job = next(job, began);
        }
    }

    private JobView next(JobView job, Instant began) {
        Instant asked = pacer.clock().instant();
        Duration asking = shortened(wait, job);
        JobView next = look(job, asking);
        Instant now = pacer.clock().instant();
        boolean hasWaited = Duration.between(asked, now).compareTo(asking.dividedBy(2)) >= 0;
        if (!hasWaited && next.state().equals(job.state())) pauseBeforeNextLook(next, Duration.between(began, now));
        if (Thread.currentThread().isInterrupted())
            throw WaitTimedOut.ofJob("the wait for " + job.id() + " was interrupted");
        return next;
    }

    private void pauseBeforeNextLook(JobView job, Duration waited) {
        Duration pause = waited.dividedBy(PAUSES_IN_THE_WAIT);
        if (pause.compareTo(SHORTEST_PAUSE) < 0) pause = SHORTEST_PAUSE;
        if (pause.compareTo(LONGEST_PAUSE) > 0) pause = LONGEST_PAUSE;
        pacer.pause(shortened(pause, job));
    }

    private Duration shortened(Duration length, JobView job) {
        if (deadline == null) return length;
        Duration left = Duration.between(pacer.clock().instant(), deadline);
        if (left.isNegative() || left.isZero()) throw WaitTimedOut.ofJob(job.id() + " is still " + job.state());
        return left.compareTo(length) < 0 ? left : length;
    }

    /** The job as it is now, or as it was when the server does not answer. */
    private JobView look(JobView last, Duration longest) {
        try {
            JobView job = api.changedJob(last.id(), longest);
            if (breakBegan != null) terminal.message("the server answers again");
            breakBegan = null;
            return job;
        } catch (ServerUnreachable e) {
            endure(e);
        } catch (ServerRefusal e) {
            if (!e.isPassing()) throw e;
            endure(e);
        }
        return last;
    }

    private void endure(RuntimeException failure) {
        Instant now = pacer.clock().instant();
        if (breakBegan == null) {
            breakBegan = now;
            terminal.message("the server does not answer, trying again: " + failure.getMessage());
        }
        if (Duration.between(breakBegan, now).compareTo(PATIENCE_WITH_SERVER) > 0) throw failure;
    }

    public static boolean needsPerson(JobView job) {
        if (!job.state().equals("PAUSED")) return false;
        return job.stateReason() == null
                || !PASSING_PAUSES.contains(job.stateReason().code());
    }

    /** Returns the exit code for the outcome of a job; one that skips datasets has not brought all that was wanted. */
    public static ExitCode exitCode(JobView job) {
        return switch (job.state()) {
            case "SUCCEEDED" -> job.unknownDatasets() > 0 ? ExitCode.FILES_FAILED : ExitCode.DONE;
            case "CANCELLED" -> ExitCode.CANCELLED;
            case "PAUSED" -> ExitCode.PAUSED;
            default -> ExitCode.FILES_FAILED;
        };
    }

    /** The plan is made a moment after the end. */
    private static String mirror(JobView job) {
        MirrorView mirror = job.mirror();
        if (mirror == null || mirror.state().equals("NOT_NEEDED")) return "";
        return mirror.state().equals("WAITING")
                ? "; nothing is removed yet: 'bdm-client status " + job.id()
                        + "' will name the plan of what the source no longer has"
                : "; " + mirror.text();
    }

    /** One line for people about the end, with what they can do next. */
    public static String outcome(JobView job) {
        int unknown = job.unknownDatasets();
        return ofState(job) + (unknown == 0 ? "" : "; skipped " + JobWords.unknown(unknown, job.id()));
    }

    private static String ofState(JobView job) {
        return switch (job.state()) {
            case "SUCCEEDED" ->
                job.files().total() == 0
                        ? job.id() + " SUCCEEDED: there was no file to transfer"
                        : job.id() + " SUCCEEDED: " + Plural.of(job.files().done(), "file") + " done"
                                + (job.files().skipped() == 0
                                        ? ""
                                        : ", " + job.files().skipped() + " already the same")
                                + mirror(job);
            case "PAUSED" ->
                job.id() + " PAUSED: "
                        + (job.stateReason() == null
                                ? "no reason given"
                                : job.stateReason().code() + ": "
                                        + job.stateReason().text())
                        + "; resume it with 'bdm-client resume " + job.id() + "'";
            case "CANCELLED" -> job.id() + " CANCELLED";
            default ->
                job.id() + " " + job.state() + ": " + Plural.of(job.files().failed(), "file")
                        + " failed; see 'bdm-client files " + job.id() + " --state FAILED'"
                        + (job.stateReason() == null
                                ? ""
                                : "; " + job.stateReason().code() + ": "
                                        + job.stateReason().text());
        };
    }
}
