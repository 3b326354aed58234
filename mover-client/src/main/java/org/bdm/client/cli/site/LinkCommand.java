package org.bdm.client.cli.site;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.BenchView;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.id.ByteRate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about links between sites and their limits. */
@Command(
        name = "link",
        description = "Shows links to this site, sets their windows.",
        subcommands = LinkSetCommand.class)
public final class LinkCommand extends VerbGroup {
    private static final int BENCHES_MAX = 3;

    @Command(
            name = "list",
            footer = "bdm-client link list",
            description = {
                "Lists the links to this site: limits, windows, rate.",
                "The source * is everything that comes to this site. Links from it are listed if they are limited."
            })
    ExitCode list() {
        Table table = new Table(
                "/SOURCE", "/DESTINATION", ">RATE", ">MAX RATE", ">?STREAMS", ">?MAX", ">?JOBS", "~WINDOWS", "~NOTE");
        return listed(
                table,
                api().links().links(),
                link -> table.row(
                        link.source(),
                        link.destination(),
                        ByteRate.text(link.bytesPerSecond()),
                        maxRate(link),
                        String.valueOf(link.streams()),
                        maxStreams(link),
                        link.jobs() == null ? "-" : String.valueOf(link.jobs()),
                        LimitLines.window(link.windows(), zone()),
                        link.limit() == null || link.limit().note().isEmpty()
                                ? "-"
                                : link.limit().note()));
    }

    private String maxRate(LinkView link) {
        LinkLimitView limit = link.limit();
        return limit == null || limit.maxRateBytesPerSecond() == null
                ? "-"
                : LimitLines.inList(limit.maxRateBytesPerSecond(), terminal().style());
    }

    private static String maxStreams(LinkView link) {
        LinkLimitView limit = link.limit();
        return limit == null || limit.maxStreams() == null ? "-" : String.valueOf(limit.maxStreams());
    }

    @Command(name = "show", footer = "bdm-client link show north south", description = "Shows one link and its limit.")
    ExitCode show(
            @Parameters(paramLabel = "SOURCE", description = "Site, host of a data node, or '*' for all.")
                    String source,
            @Parameters(paramLabel = "DESTINATION", description = "The site of the server, or where it sends.")
                    String destination) {
        List<LinkView> found = new ArrayList<>();
        api().links().links().forEachRemaining(link -> {
            if (link.source().equals(source) && link.destination().equals(destination)) found.add(link);
        });
        if (found.isEmpty()) {
            throw usage("no link from " + source + " to " + destination
                    + " is paired, limited or in use; see 'bdm-client link list'");
        }
        return shown(found.get(0), this::sheet);
    }

    private void sheet(LinkView link) {
        terminal().line("link       " + link.source() + " to " + link.destination());
        terminal().line("paired     " + (link.isPaired() ? "yes" : "no"));
        terminal().line("rate       " + ByteRate.text(link.bytesPerSecond()));
        terminal().line("streams    " + link.streams());
        if (link.jobs() != null) terminal().line("jobs       " + link.jobs());
        if (link.windows() != null) {
            terminal().line("window     " + LimitLines.window(link.windows(), zone()));
            link.windows().windows().forEach(window -> terminal().line("           " + window));
        }
        if (link.limit() == null) terminal().line("limit      none");
        else
            LimitLines.of(link.limit(), TimeText.moment(link.limit().changedAt(), zone()))
                    .forEach(terminal()::line);
        if (!link.isPaired()) return;
        Iterator<BenchView> benches = api().links().benches(link.source(), link.destination());
        for (int i = 0; i < BENCHES_MAX && benches.hasNext(); i++) measured(benches.next());
    }

    private void measured(BenchView bench) {
        String outcome = bench.trouble() == null
                ? ByteRate.text(bench.bytesPerSecond())
                        + (bench.limitedBy() == null ? "" : ", limited by " + bench.limitedBy())
                : bench.trouble();
        terminal()
                .line("measured   " + TimeText.moment(bench.beganAt(), zone()) + "  " + bench.mode() + "  "
                        + (bench.state().equals("RUNNING") ? "running" : outcome));
    }

    @Command(name = "unset", hidden = true, description = "Deprecated: use 'limit remove link'.")
    ExitCode unset(
            @Parameters(paramLabel = "SOURCE", description = "Site, host of a data node, or '*' for all.")
                    String source,
            @Parameters(paramLabel = "DESTINATION", description = "The site of the server, or where it sends.")
                    String destination) {
        LimitVerb.deprecated(this, "limit remove link");
        api().links().remove(source, destination);
        terminal().message("the link " + source + " to " + destination + " has no limit");
        return ExitCode.DONE;
    }
}
