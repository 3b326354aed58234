package org.bdm.client.cli.job;

import java.util.regex.Pattern;
import org.bdm.client.cli.holding.SurveyWatch;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.holding.SurveyView;
import org.bdm.core.control.job.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Watches a job live; the exit code tells the outcome. */
@Command(
        name = "watch",
        footer = {"bdm-client watch job-7", "bdm-client watch survey-3"},
        description = {
            "Watches a job live; the exit code is the outcome.",
            "Also a survey of 'hold --scan', 'verify' or 'reconcile': exit 1 if it has findings. Also a plan or a check, as"
                    + " 'plan' and 'check' show it."
        })
public final class WatchCommand extends Verb {
    private static final Pattern SURVEY = Pattern.compile("survey-[0-9]+");
    private static final Pattern PLAN = Pattern.compile("plan-[A-Za-z0-9_-]+");
    private static final Pattern CHECK = Pattern.compile("check-[A-Za-z0-9_-]+");

    @Parameters(paramLabel = "JOB|ID", description = "The id of a job, survey, plan or check, as job-7.")
    String jobId = "";

    @Override
    protected ExitCode run() {
        if (SURVEY.matcher(jobId).matches()) return survey();
        if (PLAN.matcher(jobId).matches()) return new PlanSheet(this).showAgain(api().plan(jobId));
        if (CHECK.matcher(jobId).matches()) return new CheckWatch(this).untilEnd(api().check(jobId));
        Terminal terminal = terminal();
        JobWatch watch = new JobWatch(api(), pacer(), terminal)
                .showingEvery(json() ? LiveProgress.BETWEEN_DRAWINGS : LiveProgress.interval(terminal.style()));
        JobView last = json()
                ? watch.untilEnd(jobId, terminal::json)
                : watch.untilEnd(jobId, new LiveProgress(terminal, pacer(), terminal::line));
        terminal.message(JobWatch.outcome(last));
        return JobWatch.exitCode(last);
    }

    private ExitCode survey() {
        SurveyWatch watch = new SurveyWatch(this);
        SurveyView ended = watch.untilEnd(api().surveys().survey(jobId));
        watch.sum(ended.id() + " looked at", ended);
        return ended.findings() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }
}
