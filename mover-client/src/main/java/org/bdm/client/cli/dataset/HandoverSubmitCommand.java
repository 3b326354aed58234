package org.bdm.client.cli.dataset;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.FacetArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.core.control.dataset.CreateHandover;
import org.bdm.core.control.dataset.HandedOverView;
import org.bdm.core.control.dataset.HandoverView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Hands files over to another mover; prints the ids alone. */
@Command(
        name = "submit",
        footer =
                "bdm-client handover submit CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr bdm://south/in"
                        + " --carrier globus --wait",
        description = {
            "Hands files over that only another mover can bring.",
            "Queries the indexes now. Takes the files that are missing here, have no copy over HTTP and that the carrier can"
                    + " read; prints the id of a handover for each source.",
            "'replicate --carrier' does this and fetches the others. May be repeated: a file is handed over once."
        })
public final class HandoverSubmitCommand extends Verb {
    @Parameters(
            arity = "1..*",
            paramLabel = "DATASET... DST",
            description = "Dataset names with or without version; last the destination: bdm://SITE/EXPORT/path.")
    List<String> named = new ArrayList<>();

    @Option(
            names = "--carrier",
            required = true,
            paramLabel = "NAME",
            description = "The carrier, from the settings of the server.")
    String carrier = "";

    @Option(
            names = "--query",
            paramLabel = "FACET=VALUE",
            arity = "1",
            description = "Query the indexes instead of naming datasets; may be repeated; FACET!=VALUE excludes.")
    List<String> query = new ArrayList<>();

    @Option(names = "--accept-incomplete", description = "Continue even if an index did not answer in full.")
    boolean acceptIncomplete;

    @Option(names = "--wait", description = "Wait until they end; the exit code is the outcome.")
    boolean wait;

    @Override
    protected ExitCode run() {
        List<String> datasets = new ArrayList<>(named.subList(0, named.size() - 1));
        if (datasets.isEmpty() == query.isEmpty()) throw usage("give one of: names of datasets, --query");
        CreateHandover wish;
        try {
            wish = new CreateHandover(
                    carrier,
                    EndpointText.ofPlace(named.get(named.size() - 1)),
                    datasets,
                    query.isEmpty() ? null : FacetArguments.query(query, null, false, false),
                    acceptIncomplete ? true : null);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        HandedOverView made = api().replication().handOver(wish);
        if (json() && !wait) terminal().json(made);
        else for (HandoverView handover : made.handovers()) terminal().line(handover.id());
        besideData().message(summary(made));
        if (!wait) return made.nowhere() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
        return awaited(this, made);
    }

    /** Waits for all of them; the worst outcome. */
    static ExitCode awaited(Verb verb, HandedOverView made) {
        ExitCode worst = made.nowhere() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
        HandoverWatch watch = new HandoverWatch(verb.api().replication(), verb.pacer(), verb.besideData());
        for (HandoverView handover : made.handovers()) {
            HandoverView ended = watch.untilEnd(handover);
            if (verb.json()) verb.terminal().json(ended);
            ExitCode code = HandoverWatch.exitCode(ended);
            if (code != ExitCode.DONE) worst = code;
        }
        return worst;
    }

    static String summary(HandedOverView made) {
        long files = made.handovers().stream().mapToLong(HandoverView::files).sum();
        List<String> parts = new ArrayList<>(List.of("handed over " + Plural.of(files, "file")));
        if (made.underWay() > 0) parts.add(made.underWay() + " in other handovers already");
        if (made.overHttp() > 0) parts.add(made.overHttp() + " a job fetches over HTTP");
        if (made.nowhere() > 0) parts.add(made.nowhere() + " neither a job nor this carrier can bring");
        return String.join(", ", parts);
    }
}
