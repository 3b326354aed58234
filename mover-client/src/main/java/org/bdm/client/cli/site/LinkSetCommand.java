package org.bdm.client.cli.site;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.control.link.LinkWindowsView;
import org.bdm.core.control.link.SetLinkLimit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets the limit or the windows of one link. */
@Command(
        name = "set",
        footer = {
            "bdm-client link set north south --max-rate 2Gbit/s",
            "bdm-client link set esgf.example.org south --max-streams 4",
            "bdm-client link set '*' south --max-rate 1GB/s",
            "bdm-client link set south north --max-rate 500MB/s",
            "bdm-client link set north south --window \"Mon-Fri 18:00-06:00 Europe/Berlin\""
        },
        description = {
            "Sets the limit or the windows of a link.",
            "They count for all jobs and nodes together, and take effect within 2 s. What is not given stays as it is; windows"
                    + " replace all earlier ones of the link. Outside them the link moves nothing.",
            "With the site of the server as SOURCE, the rate that it sends is limited: to a site, or to '*' for all."
        })
final class LinkSetCommand extends Verb {
    @Parameters(paramLabel = "SOURCE", description = "Site, host of a data node, or '*' for all.")
    String source = "";

    @Parameters(paramLabel = "DESTINATION", description = "The site of the server, or where it sends.")
    String destination = "";

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            description = "Limit, e.g. 200MB/s or 10Gbit/s; none removes it.")
    @Nullable String maxRate;

    @Option(names = "--max-streams", paramLabel = "N", description = "Streams for new sessions; none removes it.")
    @Nullable String maxStreams;

    @Option(names = "--max-active-files", paramLabel = "N", description = "Files transferred at once; none removes it.")
    @Nullable String maxActiveFiles;

    @Option(
            names = "--window",
            paramLabel = "WINDOW",
            description = {
                "When the link may move data; may be repeated.",
                "Days, begin, end, time zone; none removes all."
            })
    List<String> windows = new ArrayList<>();

    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the next reader.")
    @Nullable String note;

    @Override
    protected ExitCode run() {
        SetLinkLimit limit = new SetLinkLimit(
                rateOrNone("--max-rate", maxRate),
                countOrNone("--max-streams", maxStreams),
                countOrNone("--max-active-files", maxActiveFiles),
                note);
        boolean hasLimit = !limit.equals(SetLinkLimit.NOTHING);
        if (!hasLimit && windows.isEmpty()) {
            throw usage("nothing to set: give --max-rate, --max-streams, --max-active-files, --window or --note");
        }
        if (windows.isEmpty()) return shown(api().links().set(source, destination, limit), this::told);
        if (!hasLimit) return setWindows();
        LinkLimitView unused = api().links().set(source, destination, limit);
        if (windows.contains("none")) return setWindows();
        LinkWindowsView set = api().links().setWindows(source, destination, windows);
        return shown(link(), link -> {
            toldWindows(set);
            if (link.limit() != null)
                LimitLines.of(link.limit(), changed(link.limit())).forEach(terminal()::line);
        });
    }

    private ExitCode setWindows() {
        if (!windows.contains("none")) {
            return shown(api().links().setWindows(source, destination, windows), this::toldWindows);
        }
        if (windows.size() > 1) throw usage("--window none removes all windows; give it alone");
        api().links().removeWindows(source, destination);
        terminal().message("the link " + source + " to " + destination + " has no windows: it is always open");
        return ExitCode.DONE;
    }

    private void toldWindows(LinkWindowsView set) {
        terminal().line("link       " + set.source() + " to " + set.destination());
        terminal().line("window     " + LimitLines.window(set, zone()));
        set.windows().forEach(window -> terminal().line("           " + window));
    }

    private LinkView link() {
        List<LinkView> found = new ArrayList<>();
        api().links().links().forEachRemaining(link -> {
            if (link.source().equals(source)) found.add(link);
        });
        if (found.isEmpty()) throw usage("the link from " + source + " is gone; see 'bdm-client link list'");
        return found.get(0);
    }

    private String changed(LinkLimitView limit) {
        return TimeText.moment(limit.changedAt(), zone());
    }

    private void told(LinkLimitView limit) {
        terminal().line("link       " + limit.source() + " to " + limit.destination());
        LimitLines.of(limit, changed(limit)).forEach(terminal()::line);
    }
}
