package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs that steer a job and say what became of it. */
public abstract class JobSteering extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    abstract JobView steered(String id);

    void told(JobView job) {
        terminal().message(job.id() + " " + job.state());
    }

    @Override
    protected final ExitCode run() {
        return shown(steered(jobId), this::told);
    }

    /** Pauses a job. */
    @Command(name = "pause", description = "Pauses a job until it is resumed.")
    public static final class Pause extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().pause(id);
        }
    }

    /** Resumes a job. */
    @Command(name = "resume", description = "Resumes a paused job.")
    public static final class Resume extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().resume(id);
        }
    }

    /** Cancels a job; it may end a moment later. */
    @Command(name = "cancel", description = "Cancels a job; files already replicated are kept.")
    public static final class Cancel extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().cancel(id);
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

    /** Makes a new job of what failed. */
    @Command(name = "retry", description = "Submits a new job of the failed files; prints its id.")
    public static final class Retry extends JobSteering {
        @Override
        JobView steered(String id) {
            return api().retry(id);
        }

        @Override
        void told(JobView job) {
            terminal().line(job.id());
        }
    }
}
