package org.bdm.client.cli.site;

import java.util.List;
import java.util.Objects;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.PairedSiteView;
import org.bdm.core.control.site.PeerNodeView;
import org.bdm.core.control.site.SiteGrantsView;
import org.bdm.core.control.site.SiteView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one paired site. */
@Command(
        name = "show",
        footer = "bdm-client site show north",
        description = {"Shows a paired site and its nodes.", "The nodes are as that site named them last."})
final class SiteShowCommand extends Verb {
    @Parameters(paramLabel = "SITE", description = "The site.")
    String name = "";

    @Override
    protected ExitCode run() {
        if (json()) return shown(api().nodes().peer(name), this::sheet);
        sheet(api().nodes().peer(name));
        return ExitCode.DONE;
    }

    private void sheet(PairedSiteView paired) {
        SiteView site = paired.site();
        terminal().line("site       " + site.name());
        terminal().line("key        " + site.fingerprint());
        terminal().line("data       " + Objects.toString(site.dataAddress(), "-") + ", " + relation(paired));
        if (site.url() != null) terminal().line("control    " + site.url());
        terminal().line("state      " + site.state() + ", last seen " + TimeText.moment(site.lastSeenAt(), zone()));
        terminal().line("paired     " + TimeText.moment(site.pairedAt(), zone()));
        terminal().line("rules      " + SiteRules.text(site, zone()));
        terminal().line("may read   " + trees(site.read()));
        granted();
        if (paired.nodesToldAt() == null) return;
        terminal().line("nodes      named " + TimeText.moment(paired.nodesToldAt(), zone()));
        Table table = new Table("/DATA", "STATE", "?TRIED");
        for (PeerNodeView node : paired.nodes()) {
            table.row(node.dataAddress(), node.state(), TimeText.moment(node.triedAt(), zone()));
        }
        if (table.size() > 0) terminal().table(table);
    }

    /** Adds the rights that the other site gave this one: only it knows them. */
    private void granted() {
        try {
            SiteGrantsView grants = api().nodes().grantsOf(name);
            terminal()
                    .line("we may     read there: " + trees(grants.read()) + "; write there: " + trees(grants.write()));
        } catch (ServerRefusal refusal) {
            terminal().line("we may     unknown: " + refusal.problem().detail());
        }
    }

    private static String relation(PairedSiteView paired) {
        return switch (paired.relation()) {
            case "DIALS_IN" -> "that site connects to this one";
            case "WE_DIAL_OUT" -> "this site keeps connections open to it";
            default -> "either site connects to the other";
        };
    }

    private static String trees(List<String> trees) {
        return trees.isEmpty() ? "-" : String.join(",", trees);
    }
}
