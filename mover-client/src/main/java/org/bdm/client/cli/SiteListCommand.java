package org.bdm.client.cli;

import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.SiteView;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists this site and those it is paired with.")
final class SiteListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("SITE", "STATE", "SINCE", "DATA", "LAST SEEN", "MAY READ", "MAY WRITE", "FINGERPRINT");
        print(api().sites(), site -> row(table, site));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, SiteView site) {
        table.row(
                site.name() + (site.local() ? " (this)" : ""),
                site.state(),
                TimeText.moment(site.stateSince(), zone()),
                site.dataAddress() == null ? "-" : site.dataAddress(),
                TimeText.moment(site.lastSeenAt(), zone()),
                site.read().isEmpty() ? "-" : String.join(",", site.read()),
                site.write().isEmpty() ? "-" : String.join(",", site.write()),
                site.fingerprint());
    }
}
