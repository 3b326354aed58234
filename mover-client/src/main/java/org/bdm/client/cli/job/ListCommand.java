package org.bdm.client.cli.job;

import java.util.Iterator;
import java.util.Locale;
import org.bdm.client.JobSelection;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists jobs, newest first or sorted. */
@Command(
        name = "list",
        footer = {"bdm-client list --state FAILED --limit 20", "bdm-client list --label tas --since 7d --sort priority"
        },
        description = "Lists jobs, newest first.")
public final class ListCommand extends Verb {
    private static final int COUNTED_MAX = 5_000;

    @Option(names = "--state", paramLabel = "STATE", description = "Only jobs in this state.")
    @Nullable String state;

    @Option(names = "--q", paramLabel = "PREFIX", description = "Only jobs whose label begins with this.")
    @Nullable String prefix;

    @Option(names = "--label", paramLabel = "TEXT", description = "Only jobs with this text in their label.")
    @Nullable String label;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only jobs created at this time (RFC 3339, a day, or e.g. 7d ago) or later.")
    @Nullable String since;

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            description =
                    "createdAt, endedAt, priority, label or state; -KEY sorts from last to first. Default: -createdAt.")
    @Nullable String sort;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of jobs; default 100 (with --json: all).")
    int limit = 100;

    @Override
    protected ExitCode run() {
        Iterator<JobView> jobs = api().jobs(new JobSelection(
                state == null ? null : state.toUpperCase(Locale.ROOT), prefix, label, pastMoment(since), sort));
        if (json()) {
            jobs.forEachRemaining(terminal()::json);
            return ExitCode.DONE;
        }
        Table table =
                new Table("JOB", "STATE", ">FILES", ">DONE", ">FAILED", ">BYTES", "?CREATED", "~LABEL", "~REASON");
        while (jobs.hasNext() && table.size() < limit) row(table, jobs.next());
        terminal().table(table);
        if (jobs.hasNext()) terminal().message("and " + rest(jobs) + " more; see them with --limit or --json");
        return ExitCode.DONE;
    }

    /** Counts what is left, but walks through no more than a few pages for it. */
    private static String rest(Iterator<JobView> jobs) {
        int left = 0;
        while (jobs.hasNext() && left < COUNTED_MAX) {
            jobs.next();
            left++;
        }
        return jobs.hasNext() ? "more than " + left : Integer.toString(left);
    }

    private void row(Table table, JobView job) {
        String more = job.listingComplete() || job.endedAt() != null ? "" : "+";
        table.row(
                job.id(),
                job.state(),
                job.files().total() + more,
                Long.toString(job.files().done() + job.files().skipped()),
                Long.toString(job.files().failed()),
                ByteSize.text(job.bytes().total()) + more,
                TimeText.moment(job.createdAt(), zone()),
                job.label() == null ? "" : job.label(),
                job.stateReason() == null || job.state().equals("ACTIVE")
                        ? ""
                        : job.stateReason().code() + ": " + job.stateReason().text());
    }
}
