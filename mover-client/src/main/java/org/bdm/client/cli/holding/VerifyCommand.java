package org.bdm.client.cli.holding;

import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.holding.StartSurvey;
import org.bdm.core.control.holding.SurveyView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies held files by reading them again. */
@Command(
        name = "verify",
        footer = {"bdm-client verify bdm://south/in/CMIP6", "bdm-client verify bdm://south/in/CMIP6 --no-wait"},
        description = {
            "Verifies held files by reading them again.",
            "Compares them with every known digest; exit 1 if one is missing, damaged or disputed."
        })
public final class VerifyCommand extends Verb {
    @Parameters(paramLabel = "DATASET|ENDPOINT|JOB", description = "An instance id, bdm://SITE/EXPORT/path, or job-N.")
    String subject = "";

    @Option(names = "--no-wait", description = "Print the id of the survey and do not wait; see 'watch'.")
    boolean noWait;

    @Override
    protected ExitCode run() {
        SurveyWatch watch = new SurveyWatch(this);
        SurveyView begun = api().surveys().startVerification(new StartSurvey(text(), null));
        if (noWait) return watch.printed(begun);
        SurveyView ended = watch.untilItEnds(begun);
        watch.sum("verified", ended);
        watch.next(text());
        if (ended.files() + ended.findings() == 0) {
            terminal().message("the site holds none of it; register files with 'bdm-client hold --scan ENDPOINT'");
            return ExitCode.FILES_FAILED;
        }
        return ended.findings() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private String text() {
        try {
            return EndpointText.isAddress(subject) ? EndpointText.ofPlace(subject) : subject;
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
