package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.SetPlaceLimit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Sets the limit of an export or of a node. */
abstract class PlaceLimitVerb extends Verb {
    @Option(
            names = "--max-rate-in",
            paramLabel = "RATE",
            description = "Of what comes, e.g. 200MB/s or 10Gbit/s; none removes it.")
    @Nullable String maxRateIn;

    @Option(names = "--max-rate-out", paramLabel = "RATE", description = "Of what is sent; none removes it.")
    @Nullable String maxRateOut;

    @Option(
            names = "--max-active-files",
            paramLabel = "N",
            description = "Files transferred into it at once; none removes it.")
    @Nullable String maxActiveFiles;

    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the next reader.")
    @Nullable String note;

    /** As written on the command line. */
    final SetPlaceLimit wanted(@Nullable String maxStreams) {
        return new SetPlaceLimit(
                rateOrNone("--max-rate-in", maxRateIn),
                rateOrNone("--max-rate-out", maxRateOut),
                countOrNone("--max-streams", maxStreams),
                countOrNone("--max-active-files", maxActiveFiles),
                note);
    }

    final ExitCode told(LimitView set) {
        return shown(
                set,
                limit -> LimitLines.of(limit, TimeText.moment(limit.changedAt(), zone()))
                        .forEach(terminal()::line));
    }
}
