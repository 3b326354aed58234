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

/** Sets the windows of one link, and for one release its limit. */
@Command(
        name = "set",
        footer = {
            "bdm-client link set north south --window \"Mon-Fri 18:00-06:00 Europe/Berlin\"",
            "bdm-client link set north south --window none"
        },
        description = {
            "Sets the windows of a link.",
            "They count for all jobs and nodes together, and take effect within 2 s. They replace all earlier ones of the link."
                    + " Outside them the link moves nothing. The options of limits are deprecated: use 'limit set link'."
        })
final class LinkSetCommand extends Verb {
    @Parameters(paramLabel = "SOURCE", description = "Site, host of a data node, or '*' for all.")
    String source = "";

    @Parameters(paramLabel = "DESTINATION", description = "The site of the server, or where it sends.")
    String destination = "";

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            description = "Deprecated: e.g. 200MB/s or 10Gbit/s; none removes it.")
    @Nullable String maxRate;

    @Option(names = "--max-streams", paramLabel = "N", description = "Deprecated: new streams; none removes it.")
    @Nullable String maxStreams;

    @Option(names = "--max-active-files", paramLabel = "N", description = "Deprecated: files at once; none removes it.")
    @Nullable String maxActiveFiles;

    @Option(
            names = "--window",
            paramLabel = "WINDOW",
            description = {
                "When the link may move data; may be repeated.",
                "Days, begin, end, time zone; none removes all."
            })
    List<String> windows = new ArrayList<>();

    @Option(names = "--note", paramLabel = "TEXT", description = "Deprecated: why, for the next reader.")
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
            throw usage("nothing to set: give --window; 'limit set link' sets limits");
        }
        if (hasLimit) LimitVerb.deprecated(this, "limit set link");
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
