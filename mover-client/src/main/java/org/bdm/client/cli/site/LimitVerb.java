package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.SetLimit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Sets the limit of a link, an export or a node. */
abstract class LimitVerb extends Verb {
    @Option(
            names = "--max-rate-in",
            paramLabel = "RATE",
            description = "Of what comes, e.g. 200MB/s or 10Gbit/s; none removes it.")
    @Nullable String maxRateIn;

    @Option(names = "--max-rate-out", paramLabel = "RATE", description = "Of what is sent; none removes it.")
    @Nullable String maxRateOut;

    @Option(names = "--max-active-files", paramLabel = "N", description = "Files that come at once; none removes it.")
    @Nullable String maxActiveFiles;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            description = "Streams for new sessions, not of an export; none removes it.")
    @Nullable String maxStreams;

    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the next reader.")
    @Nullable String note;

    final ExitCode set(String kind, String name) {
        SetLimit wanted = new SetLimit(
                rateOrNone("--max-rate-in", maxRateIn),
                rateOrNone("--max-rate-out", maxRateOut),
                countOrNone("--max-streams", maxStreams),
                countOrNone("--max-active-files", maxActiveFiles),
                note);
        if (wanted.equals(SetLimit.NOTHING))
            throw usage(
                    "nothing to set: give --max-rate-in, --max-rate-out, --max-active-files, --max-streams or --note");
        return shown(
                api().links().setLimit(kind, name, wanted),
                limit -> LimitLines.of(limit, TimeText.moment(limit.changedAt(), zone()))
                        .forEach(terminal()::line));
    }

    /** Says that a verb goes with the next release. */
    static void deprecated(Verb verb, String instead) {
        String former = verb.spec().qualifiedName(" ");
        verb.terminal().message("deprecated: in place of '" + former + "' use 'bdm-client " + instead + "'");
    }
}
