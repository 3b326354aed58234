package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the settings of a job that has not ended. */
@Command(
        name = "set",
        footer = "bdm-client set job-7 --priority 1 --max-rate 200M",
        description = "Changes the settings of a job that has not ended.")
public final class SetCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Option(names = "--priority", paramLabel = "1-5", description = "1 first, 5 last.")
    @Nullable Integer priority;

    @Option(names = "--max-rate", paramLabel = "RATE", description = "Limit, e.g. 100M or 10Gbit/s; none removes it.")
    @Nullable String maxRate;

    @Override
    protected ExitCode run() {
        if (priority == null && maxRate == null) throw usage("nothing to set: give --priority or --max-rate");
        if (priority != null && (priority < 1 || priority > 5)) throw usage("priority must be 1 to 5, not " + priority);
        JobView job = api().patch(jobId, new PatchJob(priority, rate()));
        if (json()) terminal().json(job);
        else terminal().message(job.id() + " " + job.state());
        return ExitCode.DONE;
    }

    private @Nullable Long rate() {
        if (maxRate == null) return null;
        if (maxRate.equals("none")) return 0L;
        try {
            return ByteSize.parse(maxRate);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
