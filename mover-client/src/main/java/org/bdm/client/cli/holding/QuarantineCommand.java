package org.bdm.client.cli.holding;

import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about files in the quarantine. */
@Command(name = "quarantine", description = "Lists the quarantine; restores datasets.")
public final class QuarantineCommand extends VerbGroup {
    @Command(
            name = "list",
            footer = "bdm-client quarantine list",
            description = {
                "Lists quarantined files with their former places.",
                "BY tells what each is there for: a policy ('quarantine restore DATASET' brings it back), a plan",
                "('purge --restore ID' or 'purge --empty ID') or a dispute ('dispute accept' or 'dispute reject').",
                "Their names are in EXPORT/.bdm/quarantine."
            })
    ExitCode list() {
        Table table = new Table("/KEPT AS", "BY", "?STATE", "?SINCE", ">SIZE", "/PLACE", "?/DATASET");
        return listed(
                table,
                api().removal().quarantine(),
                kept -> table.row(
                        kept.keptAs(),
                        Objects.toString(kept.by(), ""),
                        Objects.toString(kept.state(), ""),
                        TimeText.moment(kept.since(), zone()),
                        ByteSize.text(kept.size()),
                        kept.export() + "/" + kept.path(),
                        Objects.toString(kept.dataset(), "")));
    }

    @Command(
            name = "restore",
            footer = "bdm-client quarantine restore"
                    + " CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803",
            description = {"Restores the files of a dataset version.", "No policy quarantines them again."})
    ExitCode restore(@Parameters(paramLabel = "DATASET", description = "Instance id.") String dataset) {
        if (dataset.startsWith("purge-"))
            throw usage("a plan is restored with 'bdm-client purge --restore " + dataset + "'");
        if (dataset.contains("/"))
            throw usage(
                    "'" + dataset + "' is no dataset: look for the file in 'bdm-client quarantine list', and restore"
                            + " the plan under BY with 'bdm-client purge --restore PLAN'");
        return shown(
                api().removal().restore(dataset),
                restored -> terminal()
                        .message("restored " + Plural.of(restored.files(), "file") + " of " + restored.dataset()));
    }
}
