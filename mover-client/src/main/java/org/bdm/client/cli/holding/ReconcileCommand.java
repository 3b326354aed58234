package org.bdm.client.cli.holding;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.holding.StartSurvey;
import org.bdm.core.control.holding.SurveyView;
import org.bdm.core.control.site.ExportView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares the files on disk with the holdings. */
@Command(
        name = "reconcile",
        footer = {
            "bdm-client reconcile bdm://south/in/CMIP6",
            "bdm-client reconcile --export in --prefix CMIP6 --with-index"
        },
        description = {
            "Compares the files on disk with the holdings.",
            "Shows what is missing, extra, different, superseded or retracted, and keeps it in the state of each holding."
                    + " Reads no contents; exit 1 if there are differences."
        })
public final class ReconcileCommand extends Verb {
    @Parameters(
            arity = "0..1",
            paramLabel = "ENDPOINT",
            description = "Only below bdm://SITE/EXPORT/path; default: all exports of the site.")
    @Nullable String place;

    @Option(
            names = "--export",
            paramLabel = "NAME",
            description = "Only this export; default: all exports of the site.")
    @Nullable String export;

    @Option(names = "--prefix", paramLabel = "PATH", description = "Only below this directory of the export.")
    @Nullable String prefix;

    @Option(names = "--with-index", description = "Also compare with the known replica sets.")
    boolean withIndex;

    @Option(names = "--no-wait", description = "Print the id of the survey and do not wait; see 'watch'.")
    boolean noWait;

    @Override
    protected ExitCode run() {
        if (prefix != null && export == null) throw usage("--prefix needs --export");
        if (place != null && export != null) throw usage("give an endpoint or --export, not both");
        SurveyWatch watch = new SurveyWatch(this);
        long findings = 0;
        String last = "";
        for (String subject : subjects()) {
            SurveyView begun = api().surveys().startReconciliation(new StartSurvey(subject, withIndex));
            if (noWait) {
                watch.printed(begun);
                continue;
            }
            SurveyView ended = watch.untilItEnds(begun);
            watch.sum(subject + ":", ended);
            findings += ended.findings();
            last = subject;
        }
        watch.next(last);
        return findings == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private List<String> subjects() {
        if (place != null) return List.of(endpoint(place));
        List<String> subjects = new ArrayList<>();
        api().exports().forEachRemaining(found -> {
            if (export == null || export.equals(found.name())) subjects.add(subject(found));
        });
        if (subjects.isEmpty()) throw usage(export == null ? "the site has no exports" : "no such export: " + export);
        return subjects;
    }

    private String endpoint(String text) {
        try {
            return EndpointText.ofPlace(text);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String subject(ExportView found) {
        return "bdm://" + found.site() + "/" + found.name() + "/" + (prefix == null ? "" : prefix);
    }
}
