package org.bdm.client.cli.job;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.bdm.client.JobSelection;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The verbs that steer jobs and say what became of each. A refusal for one of several jobs does not keep the others from being steered; the
 * exit code is then that of the first refusal.
 */
public abstract class JobSteering extends Verb {
    private static final Set<String> RUNNING = Set.of("QUEUED", "PLANNING", "ACTIVE", "PAUSED");

    @Parameters(paramLabel = "JOB", arity = "0..*", description = "Ids of jobs.")
    List<String> jobIds = new ArrayList<>();

    @Option(names = "--label", paramLabel = "TEXT", description = "All jobs with exactly this label, instead of ids.")
    @Nullable String label;

    abstract JobView steered(String id);

    /** True when the verb applies to this job, found by its label. */
    abstract boolean isMeant(JobView job);

    void told(JobView job) {
        terminal().message(job.id() + " " + job.state());
    }

    @Override
    protected final ExitCode run() {
        if (jobIds.isEmpty() == (label == null)) throw usage("give ids of jobs or --label");
        List<String> ids = label == null ? jobIds : labelled(label);
        if (ids.isEmpty()) terminal().message("no job with the label \"" + label + "\" can be changed this way");
        if (ids.size() == 1) return shown(steered(ids.get(0)), this::told);
        ExitCode worst = ExitCode.DONE;
        for (String id : ids) {
            ExitCode one = attempted(id);
            if (worst == ExitCode.DONE) worst = one;
        }
        return worst;
    }

    private ExitCode attempted(String id) {
        try {
            return shown(steered(id), this::told);
        } catch (ServerRefusal refusal) {
            terminal().message(id + ":");
            return front().report(refusal);
        }
    }

    private List<String> labelled(String wanted) {
        List<String> ids = new ArrayList<>();
        Iterator<JobView> jobs = api().jobs(JobSelection.labelled(wanted));
        while (jobs.hasNext()) {
            JobView job = jobs.next();
            if (wanted.equals(job.label()) && isMeant(job)) ids.add(job.id());
        }
        return ids;
    }

    /** Pauses jobs. */
    @Command(
            name = "pause",
            footer = "bdm-client pause job-7 job-8",
            description = "Pauses jobs until they are resumed.")
    public static final class Pause extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().pause(id);
        }

        @Override
        boolean isMeant(JobView job) {
            return RUNNING.contains(job.state()) && !job.state().equals("PAUSED");
        }
    }

    /** Resumes jobs. */
    @Command(name = "resume", footer = "bdm-client resume --label tas", description = "Resumes paused jobs.")
    public static final class Resume extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().resume(id);
        }

        @Override
        boolean isMeant(JobView job) {
            return job.state().equals("PAUSED");
        }
    }

    /** Cancels jobs; they may end a moment later. */
    @Command(
            name = "cancel",
            footer = "bdm-client cancel job-7",
            description = "Cancels jobs; files already replicated are kept.")
    public static final class Cancel extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().cancel(id);
        }

        @Override
        boolean isMeant(JobView job) {
            return RUNNING.contains(job.state());
        }

        @Override
        void told(JobView job) {
            if (job.state().equals("CANCELLED")) super.told(job);
            else
                terminal()
                        .message(job.id()
                                + " is being cancelled: its last files are still being placed; 'bdm-client wait "
                                + job.id() + "' returns when it has ended");
        }
    }

    /** Deletes jobs that have ended. */
    @Command(
            name = "delete",
            footer = {"bdm-client delete job-7", "bdm-client delete --label nightly"},
            description = {
                "Deletes jobs that have ended; files stay.",
                "Files that a job placed, their holdings and the audit log stay. A running job is refused: cancel it first."
            })
    public static final class Delete extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().delete(id);
        }

        @Override
        boolean isMeant(JobView job) {
            return !RUNNING.contains(job.state());
        }

        @Override
        void told(JobView job) {
            terminal().message(job.id() + " was deleted");
        }
    }

    /** Makes new jobs of what failed. */
    @Command(
            name = "retry",
            footer = "bdm-client retry job-7",
            description = "Submits new jobs of the failed files; prints their ids.")
    public static final class Retry extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().retry(id);
        }

        @Override
        boolean isMeant(JobView job) {
            return !RUNNING.contains(job.state()) && job.files().failed() > 0;
        }

        @Override
        void told(JobView job) {
            terminal().line(job.id());
        }
    }
}
