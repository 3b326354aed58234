package org.bdm.client.cli.job;

import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.JobSheet;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.link.LinkExplanationView;
import org.bdm.core.control.link.LinkExplanationView.LinkJobView;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains why a job waits or is slow, and what comes next; or what limits a link. */
@Command(
        name = "explain",
        footer = {
            "bdm-client explain job-7",
            "bdm-client explain job-7 file-30064771073",
            "bdm-client explain job-7 --decisions",
            "bdm-client explain north south"
        },
        description = {
            "Explains why a job waits or is slow, and what comes next.",
            "With a file of the job: what its evidence is and rests on, how it was placed.",
            "With two sites: what limits the link between them."
        })
public final class ExplainCommand extends Verb {
    @Parameters(index = "0", paramLabel = "JOB|SOURCE", description = "The id of a job; or where a link begins.")
    String jobOrSource = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE|DESTINATION",
            description = "The id of a file of the job; or where the link ends.")
    @Nullable String destination;

    @Option(
            names = "--decisions",
            description = "Only the changes of the number of streams, with their reasons, oldest first.")
    boolean decisions;

    @Override
    protected ExitCode run() {
        if (decisions) return decisions();
        if (destination != null && destination.startsWith("file-")) return file(api().file(jobOrSource, destination));
        if (destination != null) return shown(api().links().explanation(jobOrSource, destination), this::link);
        ExplanationView view = api().explanation(jobOrSource);
        if (json()) terminal().json(view);
        else terminal().sheet(JobSheet.explanation(view, zone()));
        return ExitCode.DONE;
    }

    private ExitCode file(FileView file) {
        if (json()) terminal().json(file);
        else terminal().sheet(JobSheet.file(file, zone()));
        return ExitCode.DONE;
    }

    private ExitCode decisions() {
        if (destination != null) throw new IllegalArgumentException("--decisions takes a job, not two sites");
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%-19s  DECISION", "TIME"));
        print(api().decisions(jobOrSource), this::line);
        return ExitCode.DONE;
    }

    private void line(JobDecisionView made) {
        String change = made.before() + " -> " + made.after() + " " + made.stage();
        terminal()
                .sentence(
                        TimeText.moment(made.at(), zone()) + "  ",
                        made.source() + "  " + change + " at " + ByteRate.text(made.bytesPerSecond()) + ": "
                                + made.text());
    }

    private void link(LinkExplanationView link) {
        terminal().line("link       " + link.source() + " to " + link.destination());
        terminal().line("because    " + link.reason());
        if (link.measured() != null) terminal().line("measured   " + link.measured());
        if (link.host() != null) terminal().line("host       " + link.host());
        for (LinkJobView job : link.jobs()) {
            String limit = job.limit() == null ? "" : "; limited by " + job.limit();
            terminal().line(job.jobId() + "      " + ByteRate.text(job.bytesPerSecond()) + limit);
        }
    }
}
